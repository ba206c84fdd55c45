import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pictureUrl } from '#contract/pictures/urls.ts'
import { ABOUT_MAX } from '#contract/stores/profile.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import { SCHEMA, type PushResult } from '#contract/sync/schema.ts'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { acting } from '../../support/life/acting.ts'
import { frozenContract } from '../../support/frozen/contract.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'
import { fileIdOf, testPicture } from '../../support/market/pictures.ts'
import {
  does,
  look,
  meet,
  offline,
  refusedOn,
  sent,
  staffPhone,
  type StaffPhone,
} from '../../support/people/staff-phone.ts'
import { followed, watched } from '../../support/people/watched.ts'
import { endDevices } from '../../support/device/world.ts'

// A store's profile and currency, from the phones of its members to its buyers.

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
/** No two stores of these tests are called alike. */
let named = 0
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  await say('rate', 'EUR', '1.1')
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await newStore()
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
})

async function newStore(): Promise<TestShop> {
  const made = await makeShop(market.db, [{ stock: 500 }], { shipping: 333 })
  const name = nameOf(++named)
  await market.db.updateTable('stores').set({ name }).where('id', '=', made.shopId).execute()
  return made
}
const nameOf = (n: number): string => `Harbour ${'abcdefghijkmnopqrstuvwxyz'[n]!.repeat(3)}`

type Profile = NonNullable<StoreNotice['profile']>
const noticeOn = (p: StaffPhone) => look(p, async (db) => (await db.storeNotice.get('notice'))?.shown)
const profileOn = async (p: StaffPhone): Promise<Profile | undefined> => (await noticeOn(p))?.profile
/** The store's name in the list of stores of a phone's person. */
async function listedOn({ device, person }: StaffPhone): Promise<string | undefined> {
  const db = await device.userDb(person.uid)
  try {
    return (await db.memberships.get(String(store.shopId)))?.shown?.name
  } finally {
    db.close()
  }
}
/** The store as anybody is told of it. */
const publicStore = async (): Promise<Store> =>
  ((await market.call('/api/index/shop_info', { id: store.shopId })).data as { store: Store }).store
const found = async (query: string): Promise<number[]> =>
  ((await market.call('/api/index/search_shop', { query })).data as { stores: Store[] }).stores.map(({ id }) => id)
const served = async (src: string): Promise<number> =>
  (await market.fetch(new Request(`http://market${pictureUrl(src, 160, 'webp')}`))).status
async function say(...args: string[]): Promise<void> {
  expect((await operate(market.db, args, Date.now())).exit).toBe(0)
}
/** Has a phone keep a picture for the store; its id. */
async function keep(p: StaffPhone, number: number): Promise<string> {
  const bytes = new Uint8Array(await testPicture(number))
  expect(await p.tab.call('file.keep', { bytes }, p.desk)).toMatchObject({ kind: 'accepted' })
  return fileIdOf(bytes)
}

describe(`the profile of a store (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is changed without a network, and then on the other phone, in its list of stores, and for buyers', async () => {
    await expect.poll(() => profileOn(staff)).toEqual({ name: nameOf(named), description: {}, logo: null, area: null })
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.want('catalogue.store', { id: store.shopId })
    const catalogue = await device.catalogueDb()

    offline(owner, true)
    await does(owner, 'store.rename', { name: ' Lanterns   of Lin ' })
    const logo = await keep(owner, 401)
    await does(owner, 'store.profile', { description: { en: 'Lamps since 1987', zh: '灯具' }, logo, area: 'EG' })
    await does(owner, 'store.profile', { description: { zh: '' } })
    const guessed = { name: 'Lanterns of Lin', description: { en: 'Lamps since 1987' }, area: 'EG' }
    expect(await profileOn(owner)).toEqual({ ...guessed, logo: { src: logo, tint: expect.any(String) as string } })
    expect(await publicStore()).toMatchObject({ name: nameOf(named), description: {}, logo: null, area: null })

    owner.device.network.faults.loseAnswers = 1
    await meet(owner)
    await settleAllOwed(market.db)
    await meet(staff)
    const { src } = (await publicStore()).logo!
    const after = { ...guessed, logo: { src, tint: expect.any(String) as string } }
    expect(await publicStore()).toMatchObject(after)
    for (const p of [owner, staff]) {
      await p.tab.flush(true)
      await expect.poll(() => profileOn(p)).toEqual(after)
      await expect.poll(() => listedOn(p)).toBe('Lanterns of Lin')
    }
    expect(await served(src)).toBe(200)

    log.length = 0
    await followed(device, tab, catalogue)
    await expect.poll(() => catalogue.stores.get(store.shopId)).toMatchObject(after)
    expect(log.flatMap(({ products }) => products)).toEqual([])
    catalogue.close()
    await device.end()
    // It is found by the name it has, and no longer by the one it had.
    expect(await found('Lanterns')).toContain(store.shopId)
    expect(await found(nameOf(named))).not.toContain(store.shopId)
  })

  it('is in what buyers have of it the name of that time, until they and the store meet again', async () => {
    const [before, after] = [nameOf(named), nameOf(++named)]
    const buyer = await market.person()
    const token = await market.login(buyer)
    const line = { id: store.ids[0]!, num: 2 }
    const p = await placing(market.db, store.shopId, await makeAddress(market.db, buyer.uid), [line])
    expect((await market.call('/api/order/place', p, token)).code).toBe(1)
    const talk = randomUUID()
    const asks = async (text: string): Promise<void> => {
      const words = { id: randomUUID(), talk, to: store.shopId, subject: null, text }
      expect((await market.call('/api/talk/send', words, token)).code).toBe(1)
    }
    await asks('Are they waterproof?')
    const names = async (): Promise<Record<string, string>> => {
      const pulled = await market.call(`/api/sync/pull?cursor=0&schema=${SCHEMA}`, undefined, token, { method: 'GET' })
      return Object.fromEntries(
        (pulled.data as { changes: Change[] }).changes.flatMap((change): [string, string][] =>
          change.table === 'orders'
            ? [['order', change.row.shopName]]
            : change.table === 'talks'
              ? [['talk', change.row.name]]
              : [],
        ),
      )
    }
    expect(await names()).toEqual({ order: before, talk: before })
    await sent(owner, 'store.rename', { name: after })
    await expect.poll(async () => (await publicStore()).name).toBe(after)
    expect(await names()).toEqual({ order: before, talk: before })
    await asks('And how heavy?')
    expect(await names()).toEqual({ order: before, talk: after })
  })

  it('has one logo: the one before is served no more, and none once it is taken away', async () => {
    const logos: string[] = []
    for (const number of [402, 403]) {
      await sent(owner, 'store.profile', { logo: await keep(owner, number) })
      logos.push((await publicStore()).logo!.src)
    }
    const [one, two] = logos as [string, string]
    expect(one).not.toBe(two)
    expect([await served(one), await served(two)]).toEqual([404, 200])
    // Other changes leave the logo alone.
    await sent(owner, 'store.profile', { area: 'DE' })
    expect([(await publicStore()).logo!.src, await served(two)]).toEqual([two, 200])
    await sent(owner, 'store.profile', { logo: null, area: null })
    expect(await publicStore()).toMatchObject({ logo: null, area: null })
    expect(await served(two)).toBe(404)
    // A picture of the owner's own is none of the store's.
    const token = await market.login(owner.person)
    const own = await acting(market, { uid: owner.person.uid, token }).send(await testPicture(404))
    const call = { description: { en: 'With it' }, logo: own }
    expect(await market.call('/api/store/profile', call, token, { headers: { Store: store.uid } })).toMatchObject({
      data: { reason: 'fileMissing' },
    })
    expect(await publicStore()).toMatchObject({ description: {}, logo: null })
  })

  it('is written by owners alone, each language for itself, within its bounds', async () => {
    await sent(staff, 'store.rename', { name: 'Staff of Lin' })
    await sent(staff, 'store.profile', { description: { en: 'Ours' } })
    await sent(staff, 'store.currency', { currency: 'EUR' })
    await expect.poll(() => refusedOn(staff)).toEqual(['ownerOnly', 'ownerOnly', 'ownerOnly'])
    const second = await staffPhone(market, store, 'owner')
    offline(owner, true)
    await does(owner, 'store.profile', { description: { en: ' Lamps ' } })
    await sent(second, 'store.profile', { description: { ar: 'مصابيح', en: 'Lights' }, area: 'FR' })
    await meet(owner)
    expect(await publicStore()).toMatchObject({ description: { en: 'Lamps', ar: 'مصابيح' }, area: 'FR' })
    // Nothing is taken of a change that names an unknown country, or whose texts are too long together.
    await sent(owner, 'store.profile', { area: 'ZZ' })
    const long = 'x'.repeat(ABOUT_MAX)
    await sent(owner, 'store.profile', { description: { fr: long, de: long, it: long, es: long, pt: long } })
    await expect.poll(() => refusedOn(owner)).toEqual(['invalid', 'invalid'])
    expect(await publicStore()).toMatchObject({ description: { en: 'Lamps', ar: 'مصابيح' }, area: 'FR' })
    await say('suspend', owner.person.email, 'Copies.')
    await sent(owner, 'store.rename', { name: 'Renamed all the same' })
    await expect.poll(async () => (await refusedOn(owner)).at(-1)).toBe('suspended')
  })
})

describe('the currency of a store', () => {
  const terms = async (p: StaffPhone) => (await noticeOn(p))?.terms

  it('stays while goods or unpaid orders forbid it, and drops the amounts in the one before', async () => {
    await sent(owner, 'store.least', { pieces: null, amount: 25_000 })
    await sent(owner, 'store.currency', { currency: 'EUR' })
    await expect.poll(() => refusedOn(owner)).toEqual(['currencyOfGoods'])
    const buyer = await market.person()
    const token = await market.login(buyer)
    const line = { id: store.ids[0]!, num: 100 }
    const p = await placing(market.db, store.shopId, await makeAddress(market.db, buyer.uid), [line])
    expect((await market.call('/api/order/place', p, token)).code).toBe(1)
    await market.db.updateTable('products').set({ currency: 'EUR' }).where('store_id', '=', store.shopId).execute()
    await sent(owner, 'store.currency', { currency: 'EUR' })
    await expect.poll(async () => (await refusedOn(owner)).at(-1)).toBe('currencyOfOrders')
    const id = `${p.clientOrderId}:${store.shopId}`
    expect((await market.call('/api/order/cancel', { id }, token)).code).toBe(1)

    offline(owner, true)
    await does(owner, 'store.currency', { currency: 'EUR' })
    const emptied = { currency: 'EUR', shipping: 0, least: {} }
    expect(await terms(owner)).toMatchObject(emptied)
    expect(await publicStore()).toMatchObject({ currency: 'USD', terms: { shipping: 333 }, least: { amount: 25_000 } })
    await meet(owner)
    await meet(staff)
    for (const phone of [owner, staff]) await expect.poll(() => terms(phone)).toMatchObject(emptied)
    expect(await publicStore()).toMatchObject({ currency: 'EUR', terms: { shipping: 0 }, least: null })
    expect((await refusedOn(owner)).length).toBe(2)
  })

  it('is one that can be paid in, and a least order in pieces outlives it', async () => {
    const empty = await makeShop(market.db, [], { shipping: 5 })
    const phone = await staffPhone(market, empty, 'owner')
    await sent(phone, 'store.currency', { currency: 'XAU' })
    await expect.poll(() => refusedOn(phone)).toEqual(['currencyNotPayable'])
    await sent(phone, 'store.least', { pieces: 12, amount: null })
    await sent(phone, 'store.currency', { currency: 'EUR' })
    await expect.poll(() => terms(phone)).toMatchObject({ currency: 'EUR', shipping: 0, least: { pieces: 12 } })
  })
})

describe('an older device', () => {
  it('reads what it knows of a store and its feed, and refusals that are new to it in words', async () => {
    await sent(owner, 'store.profile', { description: { en: 'Lamps' }, area: 'EG' })
    const frozen = await frozenContract('0.2.1-wallet')
    const read = (name: string, data: unknown) => frozen.endpoints[name]!.output.safeParse(data)
    const { data } = await market.call('/api/index/shop_info', { id: store.shopId })
    const seen = read('catalogue.store', data)
    expect(seen.data).toMatchObject({ store: { id: store.shopId, name: nameOf(named), area: 'EG' } })
    expect(JSON.stringify(seen.data)).not.toContain('Lamps')

    const token = await market.login(owner.person)
    const of = `uid=${store.uid}&schema=${SCHEMA - 1}&incarnation=an-older-phone&cursor=0`
    const pulled = await market.call(`/api/sync/pull?${of}`, undefined, token, { method: 'GET' })
    expect(read('sync.pull', pulled.data).success).toBe(true)
    const push = async (seq: number, name: string, payload: unknown): Promise<PushResult> => {
      const intents = [{ seq, name, payload, createdAt: 0 }]
      const by = { v: 1, schema: SCHEMA - 1, uid: store.uid, incarnation: 'an-older-phone', now: 0 }
      const answer = await market.call('/api/sync/push', { ...by, intents }, token)
      return (answer.data as { results: PushResult[] }).results[0]!
    }
    // The changes that the older device knows go on working, and take nothing of the profile away.
    const noticed = await push(1, 'store.notice', { announcement: 'Back on Monday' })
    expect(noticed).toMatchObject({
      outcome: 'accepted',
      rows: [{ row: { announcement: 'Back on Monday', profile: { description: { en: 'Lamps' }, area: 'EG' } } }],
    })
    const words = expect.stringContaining('priced in another currency') as string
    expect((await push(2, 'store.currency', { currency: 'EUR' })).refusal).toEqual({
      ...{ reason: 'currencyOfGoods', params: { currency: 'EUR' }, msg: words },
    })
  })
})
