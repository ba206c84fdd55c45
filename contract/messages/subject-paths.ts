import { ofCentre } from './rules.ts'

/** The settings, with the switches of mails open. */
export const MAIL_SETTINGS = '/setting?mails=1'

interface Spoken {
  kind: string
  id: string
}

/**
 * The path of the screen of what a message, or a conversation, speaks of: for its link in the app, and in a mail.
 * Undefined where there is none. A test holds it to be the path that `links` makes.
 */
export function subjectPath(subject: Spoken | null | undefined): string | undefined {
  if (!subject) return undefined
  const { kind, id } = subject
  switch (kind) {
    case 'order':
      return `/order?id=${id}`
    case 'product':
      return `/goods?id=${Number(id)}`
    case 'store':
      return `/store/${Number(id)}`
    case 'talk':
      return `/talks?id=${id}`
    case 'quote':
      return `/quotes/${id}`
    case 'sync':
      return '/sync?at=needs'
    case 'application':
      return '/merchant'
    case 'area':
      return '/address'
    case 'loan':
      return '/loan'
    case 'recharge':
      return `/rechargeDetail?id=${encodeURIComponent(id)}`
    case 'withdrawal':
      return `/withdrawRecode?id=${encodeURIComponent(id)}`
    default:
      return centrePath(kind, id)
  }
}

/** The path into a store's centre, where an id names the store. */
function centrePath(kind: string, subjectId: string): string | undefined {
  const of = ofCentre(subjectId)
  if (!of) return undefined
  const { store, id } = of
  switch (kind) {
    case 'sale':
      return `/centre/order/${encodeURIComponent(id)}?store=${store}`
    case 'goods':
      return `/centre/goods/${id}?store=${store}`
    case 'request':
      return `/centre/requests/${id}?store=${store}`
    case 'storeTalk':
      return `/centre/talks?id=${encodeURIComponent(id)}&store=${store}`
    case 'storeWithdrawal':
      return `/withdrawRecode?id=${encodeURIComponent(id)}&store=${store}`
    case 'centre':
      return `/centre?store=${store}`
    default:
      return undefined
  }
}

/** The path that a message leads to: of what it speaks of, or of the settings that it is about. */
export const messagePath = (kind: string, subject: Spoken | null | undefined): string | undefined =>
  kind === 'mailBounced' ? MAIL_SETTINGS : subjectPath(subject)
