import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blankGoods } from '#contract/products/rules.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { addMember } from '#server/members/members.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'

// The effects of a suspension: nothing of a suspended store is on sale, whatever its members do meanwhile, and a
// suspended person neither orders nor sells.

let market: TestMarket
let store: TestShop
let owner: TestPerson & { token: string }
let seq = 0
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(() => market.close())
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }, { stock: 500 }])
  owner = await member('owner')
})

async function member(role: 'owner' | 'staff'): Promise<TestPerson & { token: string }> {
  const person = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, store.shopId, person.uid, role))
  return { ...person, token: await market.login(person) }
}

async function act(name: string, payload: unknown, by = owner): Promise<PushResult> {
  const { data } = await market.call(
    '/api/sync/push',
    {
      ...{ v: 1, schema: 3, uid: store.uid, incarnation: `${by.uid.slice(0, 8)}-phone`, now: 0 },
      intents: [{ seq: ++seq, name, payload, createdAt: 0 }],
    },
    by.token,
  )
  return (data as { results: PushResult[] }).results[0]!
}
async function put(listed: boolean): Promise<string> {
  const id = randomUUID()
  const fields = {
    ...blankGoods(store.categoryId, 'USD'),
    title: { en: 'Cup' },
    ladder: [{ from: 1, price: 500 }],
  }
  expect(await act('goods.put', { id, fields, stock: 10, stocks: {}, listed })).toMatchObject({ outcome: 'accepted' })
  return id
}
const idOf = async (uid: string): Promise<string> =>
  (await market.db.selectFrom('products').select('uid').where('id', '=', Number(uid)).executeTakeFirstOrThrow()).uid
const show = async (id: string, on: boolean): Promise<void> =>
  expect(await act('goods.show', { id, on })).toMatchObject({ outcome: 'accepted' })

/** The products of the store that buyers are offered; the store's own figures must count the same. */
async function onSale(): Promise<string[]> {
  const rows = await market.db
    .selectFrom('products')
    .select(['uid', 'id'])
    .where('store_id', '=', store.shopId)
    .where('active', '=', true)
    .execute()
  const answers = await Promise.all(rows.map(({ id }) => market.call('/api/index/pro_info', { id })))
  expect(answers.map(({ code }) => code)).toEqual(rows.map(() => 1))
  const figures = await sql<{ products: number }>`
    select products from store_figures where store_id = ${store.shopId}::int`.execute(market.db)
  expect(figures.rows).toEqual([{ products: rows.length }])
  return rows.map(({ uid }) => uid).sort()
}
const say = async (...args: string[]): Promise<void> => {
  const { exit, text } = await operate(market.db, args, Date.now())
  expect([exit, text]).toEqual([0, expect.any(String)])
  await settleAllOwed(market.db)
}
const messagesTo = (uid: string) =>
  market.db
    .selectFrom('messages')
    .select(['kind', 'subject_kind', 'subject_id', 'params', 'body'])
    .where('user_id', '=', uid)
    .orderBy('id')
    .execute()

describe('a suspended store', () => {
  it('has nothing on sale, whatever its members do; what they did stands when it ends', async () => {
    const [first, second] = await Promise.all(store.ids.map((id) => idOf(String(id))))
    const draft = await put(false)
    const hidden = await put(true)
    await show(hidden, false)
    await say('suspend', String(store.shopId), 'Copies.')
    expect(await onSale()).toEqual([])

    const fresh = await put(true)
    await show(draft, true)
    await show(hidden, true)
    await show(first!, false)
    await act('goods.edit', {
      id: second,
      from: { ladder: [{ from: 1, price: 500 }] },
      to: { ladder: [{ from: 1, price: 600 }] },
    })
    await market.db.updateTable('products').set({ stock: 400 }).where('id', '=', store.ids[1]!).execute()
    expect(await onSale()).toEqual([])
    // Its members see how it will be.
    const rows = await market.db
      .selectFrom('products')
      .select(['uid', 'offered'])
      .where('store_id', '=', store.shopId)
      .execute()
    expect(
      rows
        .filter(({ offered }) => offered)
        .map(({ uid }) => uid)
        .sort(),
    ).toEqual([second!, draft, hidden, fresh].sort())

    await say('unsuspend', String(store.shopId))
    expect(await onSale()).toEqual([second!, draft, hidden, fresh].sort())
  })

  it('tells its members why and that it is over, on their centre and in a message', async () => {
    const staff = await member('staff')
    await say('suspend', String(store.shopId), 'Copies.')
    for (const { uid } of [owner, staff])
      expect(await messagesTo(uid)).toMatchObject([
        {
          kind: 'storeSuspended',
          subject_kind: 'centre',
          subject_id: `${store.shopId}:`,
          params: { shop: 'Test store', why: 'Copies.' },
        },
      ])
    const notice = async () => {
      const path = `/api/sync/pull?schema=3&incarnation=look-phone&cursor=0&uid=${store.uid}`
      const page = (await market.call(path, undefined, owner.token, { method: 'GET' })).data as {
        changes: { table: string; row: { suspended?: string | null } }[]
      }
      return page.changes.filter((change) => change.table === 'storeNotice').map((change) => change.row.suspended)
    }
    expect(await notice()).toEqual(['Copies.'])
    await say('unsuspend', String(store.shopId))
    expect(await notice()).toEqual([null])
    expect((await messagesTo(staff.uid)).map(({ kind }) => kind)).toEqual(['storeSuspended', 'storeResumed'])
  })

  it('is paid for nothing meanwhile', async () => {
    const buyer = await market.person()
    const token = await market.login(buyer)
    await giveMoney(market.db, buyer.uid, 1_000_000)
    const order = await placing(market.db, store.shopId, await makeAddress(market.db, buyer.uid), [
      { id: store.ids[0]!, num: 1 },
    ])
    expect((await market.call('/api/order/place', order, token)).code).toBe(1)
    const { id } = await market.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', buyer.uid)
      .executeTakeFirstOrThrow()
    const pay = () => market.call('/api/order/pay', { ids: [id], password: buyer.password }, token)
    await say('suspend', String(store.shopId), 'Copies.')
    expect((await pay()).data).toMatchObject({ reason: 'storeSuspended', params: { for: 'Test store' } })
    await say('unsuspend', String(store.shopId))
    expect((await pay()).code).toBe(1)
  })
})

describe('a suspended person', () => {
  it('acts for no store but in what its buyers are owed, and hears why', async () => {
    const other = await member('owner')
    await say('suspend', owner.email, 'Fraud.')
    const id = await idOf(String(store.ids[0]))
    expect(await act('goods.show', { id, on: false })).toMatchObject({
      outcome: 'refused',
      refusal: { reason: 'suspended', params: { for: 'Fraud.' } },
    })
    expect(await act('store.notice', { announcement: 'Hello' })).toMatchObject({ refusal: { reason: 'suspended' } })
    // An order that is not there: looked for, and so not refused for who asks.
    expect(await act('sale.ship', { id: 'none', parcel: 1, lines: [], carrier: '', tracking: '' })).not.toMatchObject({
      refusal: { reason: 'suspended' },
    })
    // The other owner goes on.
    expect(await act('goods.show', { id, on: false }, other)).toMatchObject({ outcome: 'accepted' })
    expect(await onSale()).toHaveLength(1)
    await say('unsuspend', owner.email)
    expect(await act('goods.show', { id, on: true })).toMatchObject({ outcome: 'accepted' })
  })

  it('sells through no store of their own either, until they may trade again', async () => {
    await say('suspend', owner.email, 'Fraud.')
    expect(await onSale()).toEqual([])
    expect((await messagesTo(owner.uid)).map(({ kind }) => kind)).toEqual(['suspended', 'storeSuspended'])
    await say('unsuspend', owner.email)
    expect(await onSale()).toHaveLength(2)
  })

  it('does not take along a store that was suspended by itself', async () => {
    await say('suspend', String(store.shopId), 'Copies.')
    await say('suspend', owner.email, 'Fraud.')
    await say('unsuspend', owner.email)
    expect(await onSale()).toEqual([])
  })

  it('cannot have switched off being told of it', async () => {
    const mute = (topic: string) => market.call('/api/message/mute', { topic, on: true }, owner.token)
    for (const topic of ['news', 'orders', 'store']) expect((await mute(topic)).code).toBe(1)
    for (const topic of ['account', 'selling', 'money']) expect((await mute(topic)).code).toBe(422)
    await say('suspend', owner.email, 'Fraud.')
    expect((await messagesTo(owner.uid)).map(({ kind }) => kind)).toEqual(['suspended', 'storeSuspended'])
  })
})
