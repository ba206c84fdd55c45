import { ofCentre } from '#contract/rules/messages.ts'
import type { Subject } from '#contract/schema/message-rows.ts'
import { links } from '../../app/links.ts'

/** The way to what a message, or a conversation, speaks of; undefined where there is none. */
export function subjectHref(subject: Subject | null): string | undefined {
  switch (subject?.kind) {
    case 'order':
      return links.order(subject.id)
    case 'product':
      return links.goods(Number(subject.id))
    case 'store':
      return links.store(Number(subject.id))
    case 'talk':
      return links.talk(subject.id)
    case 'quote':
      return links.quote(subject.id)
    case 'sync':
      return links.sync('needs')
    case 'application':
      return links.merchant
    case 'area':
      return links.addresses()
    case 'loan':
      return links.loan
    case 'recharge':
      return links.rechargeDetail(subject.id)
    case 'withdrawal':
      return links.withdrawal(subject.id)
    case 'storeWithdrawal':
      return within(subject.id, ({ store, id }) => links.withdrawal(id, store))
    case 'sale':
      return within(subject.id, ({ store, id }) => links.sale(id, store))
    case 'goods':
      return within(subject.id, ({ store, id }) => links.centreProduct(id, store))
    case 'request':
      return within(subject.id, ({ store, id }) => links.centreRequest(id, store))
    case 'storeTalk':
      return within(subject.id, ({ store, id }) => links.storeTalk(id, store))
    case 'centre':
      return within(subject.id, ({ store }) => links.centre(store))
    default:
      return undefined
  }
}

/** The way into a store's centre, where an id names the store. */
function within(said: string, href: (of: { store: number; id: string }) => string): string | undefined {
  const of = ofCentre(said)
  return of && href(of)
}
