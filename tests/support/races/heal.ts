import { sql } from 'kysely'
import { readOrders } from '#server/orders/order/change.ts'
import { available } from '#server/ledger/accounts.ts'
import { operate } from '#server/operator/commands/operate.ts'
import type { Random } from '#server/seed/random.ts'
import { giveMoney, moneyOn, type TestShop } from '../market/orders.ts'
import { aMarket, MONEY, newOwner, newRacer, send, type Racer, type RaceStage } from './stage.ts'

/** The time that passes between two rounds (ms). */
const BETWEEN = 5 * 60_000
/** A shelf with fewer pieces gets so many more. */
const [FEW, MORE] = [6, 15]
/** The chance of something stopped to go on. */
const GOES_ON = 0.7

/** Lets the market go on after a round: whoever left is followed by another, and what was stopped goes on, mostly. */
export async function heal(s: RaceStage, random: Random): Promise<void> {
  const { db } = s
  const gone = new Set(
    (await db.selectFrom('users').select('id').where('deleted_at', 'is not', null).execute()).map(({ id }) => id),
  )
  for (const [n, { uid }] of s.buyers.entries()) {
    if (gone.has(uid)) s.buyers[n] = await newRacer(s, MONEY)
    else if ((await moneyOn(db, available(uid))) < MONEY / 6) await giveMoney(db, uid, MONEY / 2)
  }
  const stopped = await db
    .selectFrom('users')
    .select('email')
    .where('suspended_for', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { email } of stopped) if (random.chance(GOES_ON)) await operate(db, ['unsuspend', email], s.now)
  for (const store of s.stores) await reopen(s, store, random)
  await goOn(s, random)
  s.now += BETWEEN
}

/** Some orders go on as they do where nobody is in anybody's way, so that there are such of every stage to race for. */
async function goOn(s: RaceStage, random: Random): Promise<void> {
  for (const order of await readOrders(s.db, sql`o.state in ('unpaid', 'paid', 'shipped')`)) {
    const by = s.buyers.find(({ uid }) => uid === order.user_id)
    if (!by || random.chance(0.5)) continue
    const { id, state, lines } = order
    if (state === 'unpaid')
      await aMarket(s, random).call('/api/order/pay', { ids: [id], password: by.password }, by.token)
    if (state === 'paid') {
      const part = random.chance(0.4) ? ['--lines', `${lines[0]!.id}:${lines[0]!.variantId}=1`] : []
      await operate(s.db, ['ship', id, ...part], s.now)
    }
    if (state === 'shipped' && random.chance(0.3)) await send(s, random, { by, name: 'order.receive', payload: { id } })
  }
}

/** A store has two owners again, sells, and has goods to sell. */
async function reopen(s: RaceStage, store: TestShop, random: Random): Promise<void> {
  const { db, made } = s
  const owners = await db
    .selectFrom('store_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.suspended_for'])
    .where('m.store_id', '=', store.shopId)
    .where('m.role', '=', 'owner')
    .where('m.ended_at', 'is', null)
    .execute()
  for (let n = owners.length; n < 2; n++) await newOwner(s, store)
  if (random.chance(GOES_ON)) await operate(db, ['unsuspend', String(store.shopId)], s.now)
  const by = owners.find((one) => one.suspended_for === null)
  const racer: Racer | undefined = by && (s.staff.get(by.id) ?? s.buyers.find(({ uid }) => uid === by.id))
  if (!racer) return
  const act = { by: racer, store }
  if (random.chance(GOES_ON)) await send(s, random, { ...act, name: 'store.close', payload: { on: false } })
  const goods = await db.selectFrom('products').selectAll().where('store_id', '=', store.shopId).orderBy('id').execute()
  for (const { id, uid, stock, offered, hidden_for } of goods) {
    if (hidden_for !== null && random.chance(GOES_ON)) await operate(db, ['unbar', 'goods', String(id)], s.now)
    if (!offered && random.chance(GOES_ON))
      await send(s, random, { ...act, name: 'goods.show', payload: { id: uid, on: true } })
    if (stock >= FEW) continue
    const sku = store.variants[store.ids.indexOf(id)]!.length > 0 ? '0' : ''
    const put = { ...act, name: 'goods.stock', payload: { id: uid, sku, by: MORE } } as const
    if ((await send(s, random, put)) === 'accepted' && made.has(id)) made.set(id, made.get(id)! + MORE)
  }
}
