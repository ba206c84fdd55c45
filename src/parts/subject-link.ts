import type { NeedingChange } from '#localdb/queries/sync.ts'
import { links } from '../app/links.ts'

/** Where the thing itself is that a change is about, with what was typed kept. */
export function subjectLink({ subject, name, kind }: NeedingChange): string | undefined {
  // What could not be shown as a conflict here cannot be there either.
  if (kind === 'conflict') return undefined
  switch (subject.kind) {
    case 'product':
      return links.goods(subject.id)
    case 'products':
      return name.startsWith('cart.') ? links.cart : links.collect
    case 'store':
      return links.store(subject.id)
    case 'address':
      return name === 'address.put' ? links.address({ id: subject.id }) : links.addresses()
    // A refused order has never been one: its products are in the cart again.
    case 'order':
      return name === 'order.place' ? links.checkout() : links.order(subject.id)
    case 'unknown':
      return undefined
  }
}
