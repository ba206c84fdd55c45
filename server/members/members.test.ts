import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'
import { addMember, endMember, memberOf } from './members.ts'

let market: TestMarket
let person: TestPerson
let store: { id: number; uid: string }
beforeAll(async () => {
  market = await openTestMarket()
  person = await market.person()
  const { shopId } = await market.products(1)
  store = await market.db.selectFrom('stores').select(['id', 'uid']).where('id', '=', shopId).executeTakeFirstOrThrow()
})
afterAll(async () => market.close())

const add = (role: 'owner' | 'staff'): Promise<void> =>
  market.db.transaction().execute((tx) => addMember(tx, store.id, person.uid, role))

it('is a member from being added until it is ended, and again', async () => {
  expect(await memberOf(market.db, person.uid, store.uid)).toBeUndefined()
  await add('staff')
  expect(await memberOf(market.db, person.uid, store.uid)).toEqual({ storeId: store.id, role: 'staff' })
  await add('owner')
  expect(await memberOf(market.db, person.uid, store.uid)).toEqual({ storeId: store.id, role: 'owner' })
  await market.db.transaction().execute((tx) => endMember(tx, store.id, person.uid))
  expect(await memberOf(market.db, person.uid, store.uid)).toBeUndefined()
  await add('staff')
  expect(await market.db.transaction().execute((tx) => memberOf(tx, person.uid, store.uid))).toMatchObject({
    role: 'staff',
  })
})

it('is a member of that store alone, and nobody else is', async () => {
  await add('owner')
  const other = await market.products(1)
  const { uid } = await market.db
    .selectFrom('stores')
    .select('uid')
    .where('id', '=', other.shopId)
    .executeTakeFirstOrThrow()
  expect(await memberOf(market.db, person.uid, uid)).toBeUndefined()
  expect(await memberOf(market.db, (await market.person()).uid, store.uid)).toBeUndefined()
})

it('makes every person and every store an owner of its own, which goes with it', async () => {
  const owner = (uid: string) => market.db.selectFrom('owners').selectAll().where('uid', '=', uid).executeTakeFirst()
  expect(await owner(person.uid)).toEqual({ uid: person.uid, person: person.uid, store_id: null })
  expect(await owner(store.uid)).toEqual({ uid: store.uid, person: null, store_id: store.id })
  const gone = await market.db
    .insertInto('stores')
    .values({ slug: 'gone', name: 'Gone', currency: 'USD', logo: null })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  await market.db.insertInto('feeds').values({ user_id: gone.uid, rev: 1 }).execute()
  await market.db.deleteFrom('stores').where('id', '=', gone.id).execute()
  expect(await owner(gone.uid)).toBeUndefined()
  const feed = await market.db.selectFrom('feeds').where('user_id', '=', gone.uid).select('rev').execute()
  expect(feed).toEqual([])
})
