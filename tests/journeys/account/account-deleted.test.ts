import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GUEST } from '#localdb/schema.ts'
import { openDevice } from '#localdb/device.ts'
import { purgeForgotten } from '#server/account/forget.ts'
import { available } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/ledger.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { ownedRows } from '../../support/life/owned-rows.ts'
import { fileIdOf, testPicture } from '../../support/market/pictures.ts'
import { act, newDevice, until } from '../../support/device/world.ts'
import { giveMoney, moneyOn } from '../../support/market/orders.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const address = {
  country: 'DE',
  province: 'DE-BE',
  city: 'Berlin',
  detail: 'Torstraße 1',
  zip: '10119',
  recipient: 'Ada Secret',
  mobile: '+4930123456',
}

it('goes from every device at its next contact, with what was not sent, and from the market but for its number', async () => {
  const [person, shop] = [await market.person(), await market.products(2)]
  await giveMoney(market.db, person.uid, 1_000)
  const [phone, desk] = [newDevice(market), newDevice(market)]
  const [onPhone, onDesk] = [phone.tab(), desk.tab()]
  for (const tab of [onPhone, onDesk]) await tab.call('user.login', { email: person.email, password: person.password })
  await act(onPhone, 'address.put', { id: crypto.randomUUID(), patch: address, baseRev: 0 })
  await act(onPhone, 'favourite.set', { id: shop.ids[0]!, on: true })
  await until('both are at the market', async () => {
    const rows = await ownedRows(market.db, person)
    return rows['addresses']!.length === 1 && rows['favourites']!.length === 1
  })

  desk.network.faults.offline = true
  await act(onDesk, 'favourite.set', { id: shop.ids[1]!, on: true })

  expect(await onPhone.call('user.delete', { password: 'not it' }, person.uid)).toMatchObject({
    kind: 'refused',
    refusal: { reason: 'wrongPassword' },
  })
  expect((await onPhone.ready()).uid).toBe(person.uid)
  expect(await onPhone.call('user.delete', { password: person.password }, person.uid)).toEqual({
    kind: 'accepted',
    data: {},
  })
  expect((await onPhone.ready()).uid).toBe(GUEST)
  const left = await phone.userDb(person.uid)
  expect(await left.outbox.count()).toBe(0)
  expect(await left.meta.get('profile')).toBeUndefined()
  left.close()

  // Only the number is left, and what the books need, once the last mail has gone.
  await market.sendMails()
  const rows = await ownedRows(market.db, person)
  const kept = Object.entries(rows).flatMap(([table, found]) => (found.length > 0 ? [table] : []))
  expect(kept.sort()).toEqual(['ledger_entries', 'ledger_heads', 'ledger_postings', 'owners', 'sessions', 'users'])
  expect(JSON.stringify(rows)).not.toMatch(/Ada Secret|Torstraße|person\d+-/)
  expect(await moneyOn(market.db, available(person.uid))).toBe(0)
  expect((await market.call('/api/user/login', person)).data).toEqual({ reason: 'wrongCredentials' })

  // The desk has not heard of it, and keeps everything until it does.
  expect((await onDesk.ready()).uid).toBe(person.uid)
  desk.network.faults.offline = false
  await onDesk.flush(true)
  await until('the desk has heard of it', async () => (await onDesk.ready()).uid === GUEST)
  expect(await openDevice(desk.idb).read('parted')).toMatchObject({ lost: 1 })
  const wiped = await desk.userDb(person.uid)
  expect([await wiped.outbox.count(), await wiped.table('favourites').count()]).toEqual([0, 0])
  wiped.close()
  expect([...phone.reports, ...desk.reports]).toEqual([])
  await phone.end()
  await desk.end()
})

it('is refused while an order is open or money is held, with the reason', async () => {
  const person = await market.person()
  const token = await market.login(person)
  const ask = () => market.call('/api/user/delete', { password: person.password }, token)
  const { shopId } = await market.products(1)
  await market.db
    .insertInto('orders')
    .values({
      id: `${person.uid}:1`,
      user_id: person.uid,
      group_id: person.uid,
      store_id: shopId,
      state: 'paid',
      reason: null,
      currency: 'USD',
      goods: 1,
      shipping: 0,
      tax: 0,
      total: 1,
      due: 1,
      due_currency: 'USD',
      rate: null,
      address: JSON.stringify(address),
      pay_by: null,
      created_at: new Date(),
      parcel: null,
      rev: 1,
    } as never)
    .execute()
  expect((await ask()).data).toEqual({ reason: 'ordersOpen', params: { count: 1 } })
  await market.db.updateTable('orders').set({ state: 'received' }).where('user_id', '=', person.uid).execute()
  const move = (amount: bigint) =>
    market.db.transaction().execute((tx) =>
      post(tx, `moved ${amount} ${person.uid}`, [
        { account: available(person.uid), asset: 'BTC', amount },
        { account: 'outside:bitcoin', asset: 'BTC', amount: -amount },
      ]),
    )
  await move(5n)
  expect((await ask()).data).toEqual({ reason: 'moneyHeld' })
  await move(-5n)
  expect((await ask()).code).toBe(1)
  // The order stays in the store's books, without the person.
  const [order] = await market.db.selectFrom('orders').selectAll().where('user_id', '=', person.uid).execute()
  expect(order).toMatchObject({ state: 'received', total: 1, address: {}, remark: '' })
  expect((await market.call('/api/user/profile', {}, token)).data).toEqual({ reason: 'accountGone' })
})

it('takes with it what another device was sending at that moment', async () => {
  const [person, shop] = [await market.person(), await market.products(1)]
  const token = await market.login(person)
  await market.call('/api/user/delete', { password: person.password }, token)
  await market.db
    .insertInto('favourites')
    .values({ user_id: person.uid, product_id: shop.ids[0]!, is_on: true, rev: 1 })
    .execute()
  await purgeForgotten(market.db, Date.now())
  expect((await ownedRows(market.db, person))['favourites']).toEqual([])
})

it('goes in pieces where there is much of it, and readers of its reviews hear that they have no author', async () => {
  const [person, shop] = [await market.person(), await market.products(1)]
  const token = await market.login(person)
  const [id] = shop.ids
  await sql`insert into own_lists (user_id, id, name, rev)
    select ${person.uid}::uuid, gen_random_uuid(), 'Ada Secret ' || n, 1 from generate_series(1, 1234) n`.execute(
    market.db,
  )
  await sql`insert into orders (id, user_id, group_id, store_id, state, stage, currency, goods, shipping, tax, total,
      due, due_currency, address, remark, reserved, rev)
    select gen_random_uuid() || ':1', ${person.uid}::uuid, gen_random_uuid(), ${shop.shopId}::int, 'received',
      'received', 'USD', 1, 0, 0, 1, 1, 'USD', ${JSON.stringify(address)}::jsonb, 'Ada Secret', false, 1
    from generate_series(1, 1100)`.execute(market.db)
  await sql`insert into reviews (product_id, store_id, user_id, author, rating, text, language)
    values (${id}::int, ${shop.shopId}::int, ${person.uid}::uuid, 'Ada Secret', 5, 'Good', 'en')`.execute(market.db)
  const shown = () => market.db.selectFrom('products').select('rev').where('id', '=', id!).executeTakeFirstOrThrow()
  const { rev } = await shown()
  expect((await market.call('/api/user/delete', { password: person.password }, token)).code).toBe(1)
  const rows = await ownedRows(market.db, person)
  expect([rows['own_lists'], rows['orders']!.length]).toEqual([[], 1100])
  expect(JSON.stringify(rows).match(/Ada Secret/g)).toBeNull()
  expect((await shown()).rev).toBeGreaterThan(rev)
  const answer = await market.call('/api/index/reviews', { id, filter: 'all' })
  expect(answer.data).toMatchObject({ reviews: [{ author: '', text: 'Good' }] })
})

it('gives one file of everything that the market holds, and of what waits on the device', async () => {
  const [person, shop] = [await market.person(), await market.products(2)]
  const phone = newDevice(market)
  const tab = phone.tab()
  await tab.call('user.login', { email: person.email, password: person.password })
  await act(tab, 'address.put', { id: crypto.randomUUID(), patch: address, baseRev: 0 })
  const picture = await testPicture(7)
  await tab.call('file.keep', { bytes: picture }, person.uid)
  await act(tab, 'avatar.set', { file: fileIdOf(picture) })
  await until('it is there', async () => (await ownedRows(market.db, person))['avatars']!.length === 1)
  phone.network.faults.offline = true
  expect(await tab.call('user.export', {}, person.uid)).toEqual({ kind: 'unreachable' })
  await act(tab, 'favourite.set', { id: shop.ids[1]!, on: true })
  phone.network.faults.offline = false
  // A call that is made by hand reaches the server before the sender's pause is over.
  const outcome = await tab.call('user.export', {}, person.uid)
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  const file = JSON.parse(outcome.data.text) as {
    kinds: { name: string; rows: object[] }[]
    unsent: { name: string }[]
  }
  const rows = (kind: string) => file.kinds.find(({ name }) => name === kind)!.rows
  expect(rows('users')).toMatchObject([{ id: person.uid, email: person.email }])
  expect(rows('addresses')).toMatchObject([{ recipient: 'Ada Secret' }])
  // With the picture itself, as the market keeps it.
  const [{ picture: kept = '' } = {}] = rows('files') as { picture?: string }[]
  const bytes = Buffer.from(kept.replace('data:image/webp;base64,', ''), 'base64')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64 })
  expect(file.unsent.length + rows('favourites').length).toBeGreaterThan(0)
  expect(outcome.data.name).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/)
  expect(outcome.data.text).not.toMatch(/password_hash|token_hash|argon2/)
  await phone.end()
})
