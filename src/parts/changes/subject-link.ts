import { placesOrder } from '#contract/orders/placing.ts'
import type { NeedingChange } from '#localdb/queries/sync/changes.ts'
import { links } from '../../links/links.ts'

/** The link to the subject of a change, with the typed values kept. */
export function subjectLink({ subject, name, kind }: NeedingChange): string | undefined {
  // A conflict that could not be shown here has no page either.
  if (kind === 'conflict') return undefined
  switch (subject.kind) {
    case 'product':
      return links.goods(subject.id)
    case 'products':
      return name.startsWith('cart.') ? links.cart : links.collect
    case 'store':
      return links.store(subject.id)
    case 'quote':
      return links.quote(subject.id)
    case 'list':
      return links.ownLists
    case 'address':
      return name === 'address.put' ? links.address({ id: subject.id }) : links.addresses()
    // A refused order was never placed: its products are in the cart again.
    case 'order':
      return placesOrder(name) ? links.checkout() : links.order(subject.id)
    case 'loan':
      return links.loan
    case 'recharge':
      return links.recharges
    case 'application':
      return links.merchant
    case 'account':
      return links.settings
    case 'messages':
      return links.messages
    case 'topic':
      return subject.topic.startsWith('mail.') ? links.settings : links.messages
    case 'talk':
      return links.talk(subject.id)
    case 'area':
      return links.watches
    case 'unknown':
      return undefined
  }
}
