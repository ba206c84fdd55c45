import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressBook, addressById } from '#localdb/queries/addresses.ts'
import { needingChanges } from '#localdb/queries/sync/changes.ts'
import type { Readers } from '#localdb/read.ts'
import { newBuyer, online, outbox, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, gesture, until } from '../../support/device/world.ts'

// An address that two devices have changed, and that is then deleted on this one: the conflict must not stay behind
// without
// a way out, since it holds every later change of addresses.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const home = {
  country: 'LB',
  province: 'LB-JA',
  city: 'Tyre',
  detail: 'Port road 4',
  zip: '1601',
  recipient: 'Amal Haddad',
  mobile: '+9613123456',
}
const put = (b: Buyer, id: string, patch: Partial<typeof home>, baseRev: number) =>
  act(b.tab, 'address.put', { id, patch, baseRev })
const atTheShop = (b: Buyer) =>
  market.db
    .selectFrom('addresses')
    .select(['id', 'city'])
    .where('user_id', '=', b.person.uid)
    .where('deleted', '=', false)
    .execute()
async function look<T>(b: Buyer, read: (db: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = await Promise.all([b.device.userDb(b.person.uid), b.device.catalogueDb()])
  try {
    return await read({ user, catalogue })
  } finally {
    user.close()
    catalogue.close()
  }
}
const conflicts = async (b: Buyer) => (await outbox(b)).filter((row) => row.state === 'conflict')

/** Both have moved an address, this one without a network; `then` is done here after it, still in the tunnel. */
async function clash(b: Buyer, then: (id: string) => Promise<unknown> = async () => undefined): Promise<string> {
  const id = randomUUID()
  await put(b, id, home, 0)
  await settled(b)
  const { rev } = (await look(b, (db) => addressById(db, id)))!
  b.device.network.faults.offline = true
  await put(b, id, { city: 'Sidon' }, rev)
  await then(id)
  const token = await market.login(b.person)
  expect(await market.call('/api/aera/addEdit', { id, baseRev: rev, patch: { city: 'Beirut' } }, token)).toMatchObject({
    code: 1,
  })
  await online(b)
  await until('it is in conflict', async () => (await conflicts(b)).length === 1)
  return id
}

it('deleting it answers the conflict, and what comes after goes on its way', async () => {
  const b = await newBuyer(market)
  const id = await clash(b)
  const [waiting] = await conflicts(b)
  const [item] = (await look(b, addressBook)).items
  expect(item).toMatchObject({ address: { id }, conflict: waiting!.intentId })
  expect(
    await b.tab.mutate([{ intentId: gesture(), name: 'address.del', payload: { id }, replaces: item!.conflict }]),
  ).toEqual({ kind: 'saved' })
  const other = randomUUID()
  await put(b, other, { ...home, city: 'Byblos' }, 0)
  await settled(b)
  expect(await atTheShop(b)).toEqual([{ id: other, city: 'Byblos' }])
  await b.device.end()
})

it('deleted before it was known to be in conflict, it can be given up, and the deletion goes on', async () => {
  const b = await newBuyer(market)
  const id = await clash(b, (deleted) => act(b.tab, 'address.del', { id: deleted }))
  expect(await look(b, (db) => addressById(db, id))).toBeNull()
  const [change] = await look(b, (db) => needingChanges(db, 10))
  expect(change).toMatchObject({ kind: 'conflict', subject: { kind: 'address', id } })
  expect(await b.tab.call('intent.dismiss', { intentId: change!.intentId })).toMatchObject({ kind: 'accepted' })
  await settled(b)
  expect(await atTheShop(b)).toEqual([])
  await b.device.end()
})
