import { sql } from 'kysely'
import { DRAWN_A_DAY, DRAWN_A_DAY_FOR_ONE, DRAWN_WAITING_MAX } from '#contract/quotes/rules.ts'
import type { Payload } from '#contract/registry.ts'
import type { Tx } from '../../db/tables/tables.ts'
import { readQuotes } from '../change.ts'
import { readStoreQuotes } from '../../stores/feed/answers.ts'
import { refused, type StoreMutationCall, type Verdict } from '../../http/handlers.ts'
import { notify } from '../../messages/notify.ts'
import { isUuid } from '../../members/members.ts'
import { choicesOf, readQuoted, type QuotedProduct } from '../lines.ts'
import { offerRound, whyNotOffered, whyInvalid, type Offer } from '../offer.ts'
import { makeQuoteRoom } from '../room.ts'
import { drawnNotice } from '../tell.ts'
import { notesOf } from '../write.ts'

// An order that a store draws up for a buyer: each product becomes a quote that begins with the store's offer. The
// store's feed is held by the caller; the buyer's is taken next (`within`), before anything of theirs is read.

type Drawing = Payload<'quote.draw'>
type No = ReturnType<typeof refused>
const DAY = 86_400_000
/** How long a store has to wait while enough products wait for the buyer's answer (ms). */
const HOUR = 3_600_000

/** Whom the store knows by something of theirs; undefined for nobody, or one whose account is gone. */
async function buyerBy(tx: Tx, storeId: number, { kind, id }: Drawing['of']): Promise<string | undefined> {
  if (kind !== 'sale' && !isUuid(id)) return undefined
  const known = {
    sale: sql`select user_id from orders where id = ${id}::text and store_id = ${storeId}::int`,
    storeTalk: sql`select user_id from talks
      where desk_id = ${id}::uuid and store_id = ${storeId}::int and not deleted`,
    request: sql`select user_id from quotes
      where uid = ${id}::uuid and store_id = ${storeId}::int and not deleted`,
  }[kind]
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.deleted_at is null and u.id in (${known})`.execute(tx)
  return rows[0]?.id
}

/** When the store may draw up the next one (seconds), of all and for this buyer; undefined when it may now. */
async function tooMany({ tx, store, now }: StoreMutationCall, userId: string): Promise<No | undefined> {
  const { rows } = await sql<{ at: Date; his: boolean }>`
    select min(drawn_at) as at, bool_or(user_id = ${userId}::uuid) as his from quotes
    where store_id = ${store.id}::int and drawn is not null
      and drawn_at > ${new Date(now() - DAY)}::timestamptz
    group by drawn order by 1 desc`.execute(tx)
  const oldest = rows[DRAWN_A_DAY - 1] ?? rows.filter(({ his }) => his)[DRAWN_A_DAY_FOR_ONE - 1]
  if (!oldest) return undefined
  return refused('tooManyAttempts', { seconds: Math.max(1, Math.ceil((oldest.at.getTime() + DAY - now()) / 1000)) })
}

/** How many products of drawn-up orders wait for a buyer, of all stores. */
async function waitingFor(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from quotes
    where user_id = ${userId}::uuid and drawn is not null and state = 'offered' and not deleted`.execute(tx)
  return rows[0]!.n
}

/** One product of an order that is drawn up, with its lines as the market knows its choices. */
interface Part {
  id: string
  productId: number
  product: QuotedProduct
  offer: Pick<Offer, 'lines' | 'validUntil' | 'at' | 'note'>
}

/** A product as it is to be offered, or why it cannot be. */
async function partOf(
  { tx, store, now }: StoreMutationCall,
  { until, note }: Drawing,
  { id, goods, currency, lines }: Drawing['goods'][number],
): Promise<Part | No> {
  const found = await tx
    .selectFrom('products')
    .select('id')
    .where('store_id', '=', store.id)
    .where('uid', '=', goods)
    .executeTakeFirst()
  const product = found && (await readQuoted(tx, found.id))
  if (!product) return refused('productGone')
  const idOf = new Map([...product.variants].map(([variantId, { sku }]) => [sku, variantId]))
  const named = lines.map(({ sku, num, price }) => ({ variantId: sku === '' ? 0 : (idOf.get(sku) ?? -1), num, price }))
  const offer = { lines: named, validUntil: until, note, at: now() }
  const no = whyInvalid(offer) ?? whyNotOffered(product, { store_id: store.id, currency }, named)
  return no ?? { id, productId: found.id, product, offer }
}

/** The parts of an order; or why it cannot be drawn up. */
async function partsOf(call: StoreMutationCall, p: Drawing): Promise<Part[] | No> {
  const twice = (all: readonly string[]): boolean => new Set(all).size < all.length
  if (twice(p.goods.map(({ id }) => id)) || twice(p.goods.map(({ goods }) => goods)))
    return refused('invalid', { path: 'goods' })
  if (new Set(p.goods.map(({ currency }) => currency)).size > 1) return refused('invalid', { path: 'currency' })
  const parts: Part[] = []
  for (const one of p.goods) {
    const part = await partOf(call, p, one)
    if ('kind' in part) return part
    parts.push(part)
  }
  return parts
}

/** Writes the quotes of an order, whose first has the note. */
async function write(
  { tx, store, rev }: StoreMutationCall,
  { order, note }: Drawing,
  parts: readonly Part[],
  of: { userId: string; rev: number },
): Promise<void> {
  for (const [n, { id, productId, product, offer }] of parts.entries())
    await tx
      .insertInto('quotes')
      .values({
        user_id: of.userId,
        id: crypto.randomUUID(),
        uid: id,
        store_id: store.id,
        product_id: productId,
        title: JSON.stringify(product.title),
        picture: product.picture && JSON.stringify(product.picture),
        choices: JSON.stringify(choicesOf(product, offer.lines)),
        currency: product.currency,
        state: 'offered',
        rounds: JSON.stringify([offerRound(offer)]),
        said: JSON.stringify(n === 0 ? notesOf(1, note) : []),
        until: new Date(offer.validUntil),
        at: new Date(offer.at),
        offered_by: store.by,
        drawn: order,
        drawn_at: new Date(offer.at),
        rev: of.rev,
      })
      .execute()
  // Owed to the store by what was written of the buyer's: here is the transaction that gives it its rev.
  await tx
    .updateTable('quotes')
    .set({ store_rev: rev })
    .where(
      'uid',
      'in',
      parts.map(({ id }) => id),
    )
    .execute()
}

/** A member draws up an order for a buyer, who is told of it: all of it or nothing. */
export async function drawForStore(call: StoreMutationCall, p: Drawing): Promise<Verdict> {
  const { tx, store, now } = call
  // It was on its way for longer than it was to hold: nothing is promised in the past.
  if (p.until <= now()) return refused('offerLate')
  const userId = await buyerBy(tx, store.id, p.of)
  if (userId === undefined) return refused('notFound')
  const ids = p.goods.map(({ id }) => id)
  const of = await call.within(userId)
  const { rows: known } = await sql<{ own: boolean }>`
    select store_id = ${store.id}::int and drawn = ${p.order}::uuid as own from quotes
    where uid = any(${ids}::uuid[]) or drawn = ${p.order}::uuid`.execute(tx)
  const mine = sql`q.uid = any(${ids}::uuid[]) and q.store_id = ${store.id}::int`
  // Drawn up before, under another intent of the same gesture: it is drawn up once.
  if (known.length > 0)
    return known.every(({ own }) => own)
      ? { kind: 'accepted', rows: await readStoreQuotes(tx, mine) }
      : refused('invalid', { path: 'order' })
  const no = await tooMany(call, userId)
  if (no) return no
  const parts = await partsOf(call, p)
  if ('kind' in parts) return parts
  const full = (await waitingFor(tx, userId)) + parts.length > DRAWN_WAITING_MAX
  const gone = full ? 'full' : await makeQuoteRoom(of, userId, parts.length)
  if (gone === 'full') return refused('tooManyAttempts', { seconds: HOUR / 1000 })
  of.also.push(...gone)
  await write(call, p, parts, { userId, rev: of.rev })
  const quotes = await readQuotes(tx, mine)
  const inOrder = ids.flatMap((id) => quotes.find(({ uid }) => uid === id) ?? [])
  await notify(of, userId, drawnNotice(inOrder, now()))
  return { kind: 'accepted', rows: await readStoreQuotes(tx, mine) }
}
