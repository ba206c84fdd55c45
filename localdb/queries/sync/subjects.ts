import { blankAddress } from '#contract/addresses/fields.ts'
import { byId } from '#contract/lists/by-id.ts'
import { reviewKeyParts } from '#contract/reviews/rules.ts'
import { placesOrder } from '#contract/orders/placing.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { Address } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../../read.ts'
import { orderedNames } from '../orders/ordered-names.ts'
import { fieldsOf, isNumber, type Described } from './does.ts'

/** The subject of a change, by its name as far as this device knows it. An address is still sealed. */
export type ChangeSubject =
  | { kind: 'product'; id: number; title: Texts | undefined; label: Texts | undefined }
  | { kind: 'products'; count: number }
  | { kind: 'store'; id: number; name: string | undefined }
  | { kind: 'list'; id: string; name: string | undefined }
  | { kind: 'quote'; id: string; title: Texts | undefined }
  | { kind: 'address'; id: string; address: Address | undefined }
  | {
      kind: 'order'
      id: string
      shopId: number
      shopName: string | undefined
      number: string | undefined
      at: number | undefined
      total: { amount: number; currency: string } | undefined
    }
  | { kind: 'account' }
  | { kind: 'loan' }
  | { kind: 'recharge' }
  | { kind: 'application' }
  | { kind: 'messages'; count: number }
  | { kind: 'topic'; topic: string }
  | { kind: 'talk'; id: string; name: string | undefined }
  | { kind: 'area'; code: string }
  | { kind: 'unknown' }

interface Ref {
  table: string
  key: string
}
const refsOf = ({ keys }: Described): Ref[] =>
  Array.isArray(keys)
    ? keys.map((ref) => ({ table: String(ref).split('/')[0]!, key: String(ref).slice(String(ref).indexOf('/') + 1) }))
    : []
/** The product and choice that a line's key ends with: of the cart's or of a list's. */
const lineOf = (key: string): { id: number; variantId: number } => {
  const [id, variantId] = key.split(':').slice(-2)
  return { id: Number(id), variantId: Number(variantId) }
}

/** Whether a mutation says something in a conversation. */
const saysIn = (name: string): boolean => name === 'talk.send' || name === 'talk.show'

/** Looks up at once what this device knows of the things that some intents name. */
async function lookUp({ user, catalogue }: Readers, intents: readonly Described[], refs: readonly (readonly Ref[])[]) {
  const ofTable = (table: string): string[] => refs.flatMap((of) => (of[0]?.table === table ? [of[0].key] : []))
  const lines = [...ofTable('cartLines'), ...ofTable('listLines')].map(lineOf)
  const lists = ofTable('ownLists')
  const quotes = ofTable('quotes')
  const reviewed = ofTable('ownReviews').map(productOf)
  const watched = intents.flatMap((t, i) =>
    refs[i]![0]?.table === 'watches' ? [Number(fieldsOf(t.payload)['id'])] : [],
  )
  const quoted = intents.flatMap((t, i) => (refs[i]![0]?.table === 'quotes' ? [productIn(t)] : []))
  const favourites = ofTable('favourites').map(Number)
  const products = [...lines.map((l) => l.id), ...favourites, ...reviewed, ...watched, ...quoted].filter(
    Number.isInteger,
  )
  const orders = ofTable('orders')
  const talkedTo = intents.flatMap((t) => (saysIn(t.name) ? [Number(fieldsOf(t.payload)['to'])] : []))
  const stores = [...ofTable('follows').map(Number), ...orders.map(shopOf), ...talkedTo].filter(Number.isInteger)
  const addresses = intents.flatMap((t, i) =>
    refs[i]![0]?.table === 'addresses'
      ? [refs[i]![0]!.key]
      : refs[i]![0]?.table === 'addressDefault'
        ? [String(fieldsOf(t.payload)['id'])]
        : [],
  )
  const talks = ofTable('talks')
  const [cards, details, shops, written, places, talkRows, ordered, named, priced] = await Promise.all([
    catalogue.products.bulkGet(products),
    catalogue.details.bulkGet(lines.flatMap((l) => (l.variantId > 0 ? [l.id] : []))),
    catalogue.stores.bulkGet(stores),
    user.orders.bulkGet(orders),
    user.addresses.bulkGet(addresses),
    user.talks.bulkGet(talks),
    products.length + stores.length > 0 ? orderedNames({ user }) : undefined,
    user.ownLists.bulkGet(lists),
    user.quotes.bulkGet(quotes),
  ])
  return {
    ordered,
    listOf: new Map(named.flatMap((l) => (l ? [[l.key, (l.shown?.name || l.server?.name) ?? ''] as const] : []))),
    quoteOf: new Map(priced.flatMap((q) => (q?.shown?.shopName ? [[q.key, q.shown.title] as const] : []))),
    titleOf: new Map(cards.flatMap((p) => (p ? [[p.id, p.title] as const] : []))),
    detailOf: byId(details),
    storeOf: new Map(shops.flatMap((s) => (s ? [[s.id, s.name] as const] : []))),
    talkOf: new Map(talkRows.flatMap((t) => (t?.shown ? [[t.key, t.shown.name] as const] : []))),
    orderOf: new Map(written.flatMap((o) => (o ? [[o.key, o.shown ?? o.server] as const] : []))),
    placeOf: new Map(
      places.flatMap((a) => (a ? [[a.key, a.shown?.deleted === false ? a.shown : a.server] as const] : [])),
    ),
  }
}

/** An address as an intent would have it; `known` is what stands there. */
function addressSubject(known: Address | null | undefined, id: string, payload: unknown): ChangeSubject {
  const patch = fieldsOf(fieldsOf(payload)['patch']) as Partial<Address>
  const address = known || Object.keys(patch).length > 0 ? { ...blank, ...known, ...patch, id } : undefined
  return { kind: 'address', id, address }
}

/** Tables whose changes are all called the same. */
const wholes: Record<string, ChangeSubject> = {
  avatar: { kind: 'account' },
  billing: { kind: 'account' },
  loans: { kind: 'loan' },
  recharges: { kind: 'recharge' },
}

/** The subjects of some intents, in their order. */
export async function subjectsOf(readers: Readers, intents: readonly Described[]): Promise<ChangeSubject[]> {
  const refs = intents.map((t) => refsOf(t))
  const { titleOf, detailOf, storeOf, orderOf, placeOf, listOf, talkOf, quoteOf, ordered } = await lookUp(
    readers,
    intents,
    refs,
  )
  const product = (id: number): ChangeSubject => ({
    kind: 'product',
    id,
    title: titleOf.get(id) ?? ordered?.line(id, 0)?.title,
    label: undefined,
  })
  const address = (id: string, payload: unknown): ChangeSubject => addressSubject(placeOf.get(id), id, payload)
  return intents.map((t, i): ChangeSubject => {
    const [first] = refs[i]!
    if (!first) return { kind: 'unknown' }
    if (t.name === 'message.read') return { kind: 'messages', count: refs[i]!.length }
    if (saysIn(t.name)) {
      const { talk, to } = fieldsOf(t.payload)
      return { kind: 'talk', id: String(talk), name: storeOf.get(Number(to)) ?? ordered?.store(Number(to)) }
    }
    if (first.table === 'quotes')
      return { kind: 'quote', id: first.key, title: quoteOf.get(first.key) ?? titleOf.get(productIn(t)) }
    if (!placesOrder(t.name) && first.table !== 'ownReviews' && refs[i]!.length > 1)
      return { kind: 'products', count: refs[i]!.length }
    const whole = Object.hasOwn(wholes, first.table) ? wholes[first.table] : undefined
    if (whole) return whole
    switch (first.table) {
      case 'ownLists':
        return { kind: 'list', id: first.key, name: listOf.get(first.key) || undefined }
      case 'listLines':
      case 'cartLines': {
        const { id, variantId } = lineOf(first.key)
        const before = ordered?.line(id, variantId)
        return {
          kind: 'product',
          id,
          title: titleOf.get(id) ?? detailOf.get(id)?.product.title ?? before?.title,
          label: detailOf.get(id)?.variants.find((v) => v.id === variantId)?.label ?? before?.label ?? undefined,
        }
      }
      case 'favourites':
        return product(Number(first.key))
      case 'ownReviews':
        return product(productOf(first.key))
      case 'follows': {
        const id = Number(first.key)
        return { kind: 'store', id, name: storeOf.get(id) ?? ordered?.store(id) }
      }
      case 'messageMutes':
        return { kind: 'topic', topic: first.key }
      case 'talks':
        return { kind: 'talk', id: first.key, name: talkOf.get(first.key) || undefined }
      case 'watches': {
        const { what, area, id: of } = fieldsOf(t.payload)
        return what === 'area' ? { kind: 'area', code: String(area) } : product(Number(of))
      }
      case 'addresses':
        return address(first.key, t.payload)
      case 'addressDefault':
        return address(String(fieldsOf(t.payload)['id']), undefined)
      case 'orders': {
        const order = orderOf.get(first.key)
        return {
          kind: 'order',
          id: first.key,
          shopId: shopOf(first.key),
          shopName:
            (order?.shopName || undefined) ?? storeOf.get(shopOf(first.key)) ?? ordered?.store(shopOf(first.key)),
          number: order?.number,
          at: order?.createdAt,
          total: totalOf(t, order),
        }
      }
      default:
        return { kind: first.table === 'merchantApplications' ? 'application' : 'unknown' }
    }
  })
}

/** The total of an order as an intent states it, else as the order stands. */
function totalOf(
  { payload }: Described,
  order: { total: number; currency: string } | null | undefined,
): { amount: number; currency: string } | undefined {
  const p = fieldsOf(payload)
  if (isNumber(p['total'])) return { amount: p['total'], currency: String(p['currency']) }
  return order ? { amount: order.total, currency: order.currency } : undefined
}

const productIn = ({ payload }: Described): number => Number(fieldsOf(payload)['productId'])
const productOf = (key: string): number => reviewKeyParts(key).productId
const shopOf = (orderId: string): number => Number(orderId.split(':')[1])
const blank: Omit<Address, 'id'> = { ...blankAddress, deleted: false, at: 0 }
