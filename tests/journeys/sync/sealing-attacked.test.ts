import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DEVICE_CHANNEL, openDevice } from '#localdb/device.ts'
import { sealedFields } from '#contract/sync/sealed-fields.ts'
import { seal, unsealFields } from '#localdb/seal.ts'
import type { IntentRow } from '#localdb/schema.ts'
import { readMeta } from '#worker/outbox/fence.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { newBuyer, online, outbox, placing, type Buyer } from '../../support/people/buyer.ts'
import { act, until } from '../../support/device/world.ts'

// Somebody has had the device's disk in their hands while work was waiting on it: what they changed in sealed texts
// is set aside and told, never sent; everything else goes its way.

let market: TestMarket
let b: Buyer
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
  b = await newBuyer(market)
})
afterEach(() => b.device.end())

const address = {
  country: 'LB',
  province: 'LB-JA',
  city: 'Tyre',
  detail: 'Port road 4',
  zip: '1601',
  recipient: 'Amal Haddad',
  mobile: '+9613123456',
}
const put = (id: string, more: Partial<typeof address> = {}) =>
  act(b.tab, 'address.put', { id, patch: { ...address, ...more }, baseRev: 0 })
const patchOf = (row: IntentRow): Record<string, unknown> => (row.payload as { patch: Record<string, unknown> }).patch
/** Another character in the middle: the last one may hold bits that nobody reads. */
const flip = (value: unknown): string => {
  const text = String(value)
  const at = Math.floor(text.length / 2)
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
}

/** Changes what lies on the disk. */
async function tamper(change: (rows: IntentRow[]) => void): Promise<void> {
  const db = await b.device.userDb(b.person.uid)
  const rows = await db.outbox.toArray()
  change(rows)
  await db.outbox.bulkPut(rows)
  db.close()
}
const quarantined = async (): Promise<number> => {
  const db = await b.device.userDb(b.person.uid)
  const n = await db.quarantine.count()
  db.close()
  return n
}
const atTheShop = () =>
  market.db
    .selectFrom('addresses')
    .select(['id', 'recipient', 'city'])
    .where('user_id', '=', b.person.uid)
    .orderBy('recipient')
    .execute()

it.each([
  [
    'a bit flipped',
    (rows: IntentRow[]) => {
      patchOf(rows[0]!)['recipient'] = flip(patchOf(rows[0]!)['recipient'])
    },
  ],
  [
    'the text of another row',
    (rows: IntentRow[]) => {
      patchOf(rows[0]!)['recipient'] = patchOf(rows[1]!)['recipient']
    },
  ],
  [
    'the text of another field',
    (rows: IntentRow[]) => {
      patchOf(rows[0]!)['city'] = patchOf(rows[0]!)['recipient']
    },
  ],
  [
    'a text in clear',
    (rows: IntentRow[]) => {
      patchOf(rows[0]!)['detail'] = "The thief's own door 1"
    },
  ],
  [
    'no base64',
    (rows: IntentRow[]) => {
      patchOf(rows[0]!)['zip'] = 's1.***'
    },
  ],
  [
    'the intent pointed at another row',
    (rows: IntentRow[]) => {
      rows[0]!.payload = { ...(rows[0]!.payload as object), id: randomUUID() }
    },
  ],
  [
    'no payload at all',
    (rows: IntentRow[]) => {
      rows[0]!.payload = undefined
    },
  ],
  [
    'a payload of another kind',
    (rows: IntentRow[]) => {
      rows[0]!.payload = { patch: null }
    },
  ],
  [
    'a payload that never ends',
    (rows: IntentRow[]) => {
      const endless: Record<string, unknown> = {}
      endless['self'] = endless
      rows[0]!.payload = endless
    },
  ],
])('%s: that intent is set aside and told, the others are sent', async (_what, change) => {
  b.device.network.faults.offline = true
  await put(randomUUID(), { recipient: 'Attacked' })
  await put(randomUUID(), { recipient: 'Sound' })
  await act(b.tab, 'favourite.set', { id: b.one.ids[0]!, on: true })
  await tamper(change)
  await online(b)
  await until('nothing waits', async () => (await outbox(b)).length === 0)
  expect(await quarantined()).toBe(1)
  expect((await atTheShop()).map((a) => a.recipient)).toEqual(['Sound'])
  expect(
    await market.db.selectFrom('favourites').select('product_id').where('user_id', '=', b.person.uid).execute(),
  ).toHaveLength(1)
  expect(b.device.reports).toEqual([])
})

it('an order whose remark was spoilt is not placed, and the cart keeps its pieces', async () => {
  const id = randomUUID()
  await put(id)
  await until('the address is there', async () => (await atTheShop()).length === 1)
  b.device.network.faults.offline = true
  await act(b.tab, 'cart.add', {
    id: b.one.ids[0]!,
    shopId: b.one.shopId,
    variantId: 0,
    num: 3,
    price: 500,
    currency: 'USD',
  })
  await act(b.tab, 'order.place', placing(randomUUID(), id, b.one, 3))
  await tamper((rows) => {
    const order = rows.find((r) => r.name === 'order.place')!
    order.payload = { ...(order.payload as object), remark: flip((order.payload as { remark: string }).remark) }
  })
  await online(b)
  await until('nothing waits', async () => (await outbox(b)).length === 0)
  expect(await quarantined()).toBe(1)
  expect(await market.db.selectFrom('orders').select('id').where('user_id', '=', b.person.uid).execute()).toEqual([])
  expect(await market.db.selectFrom('cart_lines').select('num').where('user_id', '=', b.person.uid).execute()).toEqual([
    { num: 3 },
  ])
})

it('a token sealed with a foreign key, or spoilt, sends nothing under it: the person signs in again, and what waited is sent', async () => {
  b.device.network.faults.offline = true
  await act(b.tab, 'favourite.set', { id: b.one.ids[0]!, on: true })
  b.tab.kill()
  const store = openDevice(b.device.idb)
  const foreign = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  for (const token of [
    await seal(foreign, { uid: b.person.uid, id: 'token', version: 1 }, 'stolen'),
    { iv: new Uint8Array(12), data: new ArrayBuffer(3) },
    undefined as never,
  ]) {
    await store.write('session', (old) => ({ ...old!, token }))
    b.device.network.faults.offline = false
    const tab = b.device.tab()
    const db = await b.device.userDb(b.person.uid)
    await tab.mutate([{ intentId: randomUUID(), name: 'follow.set', payload: { id: b.one.shopId, on: true } }])
    expect(await db.meta.get('link')).toMatchObject({ session: 'gone' })
    db.close()
    tab.kill()
  }
  const tab = b.device.tab()
  expect((await tab.call('user.login', { email: b.person.email, password: b.person.password })).kind).toBe('accepted')
  await until('nothing waits', async () => (await outbox(b)).length === 0)
  expect(
    await market.db.selectFrom('favourites').select('product_id').where('user_id', '=', b.person.uid).execute(),
  ).toHaveLength(1)
})

it('what the shop had told under a key that is lost is told again under the new one, once the person has signed in', async () => {
  const id = randomUUID()
  await put(id)
  await until('the address is there', async () => (await atTheShop()).length === 1 && (await outbox(b)).length === 0)
  b.tab.kill()
  const db = await b.device.userDb(b.person.uid)
  await db.keys.clear()
  const before = await db.addresses.get(id)
  const tab = b.device.tab()
  expect((await tab.call('user.login', { email: b.person.email, password: b.person.password })).kind).toBe('accepted')
  const recipient = async (): Promise<string | undefined> => {
    const row = await db.addresses.get(id)
    const key = (await db.keys.get('seal'))?.key
    return row?.shown && key
      ? (await unsealFields(key, b.person.uid, `addresses/${id}`, row.shown, sealedFields.addresses!))?.recipient
      : undefined
  }
  await until('it opens', async () => (await recipient()) === 'Amal Haddad')
  expect((await db.addresses.get(id))!.rev).toBe(before!.rev)
  db.close()
})

// Seen by the simulation: the lease was held by the tab that could not open its token, and the other had made the
// session known.
it('a tab whose token no longer opens sends nothing under none, also once another tab signs in again', async () => {
  b.device.clock.speed = 50
  b.device.network.faults.offline = true
  await act(b.tab, 'favourite.set', { id: b.one.ids[0]!, on: true })
  b.tab.kill()
  const db = await b.device.userDb(b.person.uid)
  await db.keys.clear()
  const { epoch } = (await readMeta(db, 'lease'))!
  const [keyless, other] = [b.device.tab([DEVICE_CHANNEL]), b.device.tab()]
  await keyless.ready()
  await until('it has the lease', async () => (await readMeta(db, 'lease'))!.epoch > epoch)
  b.device.network.faults.offline = false
  b.device.network.log.length = 0
  expect((await other.call('user.login', { email: b.person.email, password: b.person.password })).kind).toBe('accepted')
  await other.flush(true)
  await until('it is sent', async () => (await outbox(b)).length === 0)
  expect(
    b.device.network.log.filter(({ path, token }) => path.startsWith('/api/sync/') && token === undefined),
  ).toEqual([])
  db.close()
})
