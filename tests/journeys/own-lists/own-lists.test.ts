import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIST_LINES_MAX, OWN_LISTS_MAX } from '#contract/own-lists/rules.ts'
import { ownList, ownListItems, removedLists } from '#localdb/queries/own-lists/items.ts'
import { needingChanges } from '#localdb/queries/sync/changes.ts'
import type { Readers } from '#localdb/read.ts'
import { GUEST } from '#localdb/schema.ts'
import { newBuyer, online, outbox, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, endDevices, gesture, newDevice, until, type TestDevice } from '../../support/device/world.ts'

// Own lists: made and changed anywhere, also in a tunnel, and the same on all of a person's devices in the end.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  await endDevices()
  await market.close()
})

async function reading<T>(device: TestDevice, uid: string, query: (db: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = [await device.userDb(uid), await device.catalogueDb()]
  const found = await query({ user, catalogue } as unknown as Readers)
  for (const db of [user, catalogue]) db.close()
  return found
}
const shown = ({ device, person }: Pick<Buyer, 'device' | 'person'>, id: string) =>
  reading(device, person.uid, async (db) => {
    const { list, lines } = await ownList(db, id)
    return { name: list?.name, lines: lines.map((l) => [l.id, l.num]) }
  })

/** Another device of the same person, signed in and up to date. */
async function second({ person }: Buyer): Promise<Pick<Buyer, 'device' | 'tab' | 'person'>> {
  const device = newDevice(market)
  const tab = device.tab()
  await tab.call('user.login', { email: person.email, password: person.password })
  return { device, tab, person }
}
const lineOf = (b: Buyer, n: number) => ({ id: b.one.ids[n]!, shopId: b.one.shopId, variantId: 0 })

describe('an own list', () => {
  it('made in a tunnel is on the other device, where changes of both add up', async () => {
    const b = await newBuyer(market)
    const listId = randomUUID()
    b.device.network.faults.offline = true
    await act(b.tab, 'list.put', { id: listId, name: 'Weekly' })
    await act(b.tab, 'list.set', { listId, ...lineOf(b, 0), from: 0, to: 12 })
    await act(b.tab, 'list.set', { listId, ...lineOf(b, 1), from: 0, to: 5 })
    expect(await shown(b, listId)).toEqual({
      name: 'Weekly',
      lines: [
        [b.one.ids[0], 12],
        [b.one.ids[1], 5],
      ],
    })
    await online(b)
    await settled(b)
    const c = await second(b)
    await until('the list has come', async () => (await shown(c, listId)).lines.length === 2)

    b.device.network.faults.offline = true
    c.device.network.faults.offline = true
    await act(b.tab, 'list.set', { listId, ...lineOf(b, 0), from: 12, to: 15 })
    await act(c.tab, 'list.set', { listId, ...lineOf(b, 0), from: 12, to: 20 })
    await act(c.tab, 'list.put', { id: listId, name: 'Every week' })
    for (const one of [b, c]) {
      one.device.network.faults.offline = false
      await one.tab.flush(true)
      await settled(one)
    }
    await b.tab.flush(true)
    const both = {
      name: 'Every week',
      lines: [
        [b.one.ids[0], 23],
        [b.one.ids[1], 5],
      ],
    }
    await until('both show the same', async () => JSON.stringify(await shown(b, listId)) === JSON.stringify(both))
    expect(await shown(c, listId)).toEqual(both)
  })

  it('whose answer is lost takes each quantity once', async () => {
    const b = await newBuyer(market)
    const listId = randomUUID()
    b.device.network.faults.loseAnswers = 1
    await act(b.tab, 'list.put', { id: listId, name: 'Café' })
    await act(b.tab, 'list.set', { listId, ...lineOf(b, 0), from: 0, to: 7 })
    await b.tab.flush(true)
    await settled(b)
    expect((await shown(b, listId)).lines).toEqual([[b.one.ids[0], 7]])
    const { rows } = {
      rows: await market.db.selectFrom('list_lines').selectAll().where('list_id', '=', listId).execute(),
    }
    expect(rows.map((row) => row.num)).toEqual([7])
  })

  it('that was removed is taken back within its time; later it is gone, and what was added elsewhere is refused', async () => {
    const b = await newBuyer(market)
    const listId = randomUUID()
    await act(b.tab, 'list.put', { id: listId, name: 'Spring' })
    await act(b.tab, 'list.set', { listId, ...lineOf(b, 0), from: 0, to: 3 })
    await settled(b)
    const c = await second(b)
    await until('the list has come', async () => (await shown(c, listId)).name === 'Spring')

    await act(b.tab, 'list.del', { id: listId })
    const [removed] = await reading(b.device, b.person.uid, removedLists)
    expect(removed).toMatchObject({ id: listId, name: 'Spring' })
    expect((await shown(b, listId)).name).toBeUndefined()
    const undone = await b.tab.call('intent.cancel', { intentId: removed!.intentId }, b.person.uid)
    expect(undone).toEqual({ kind: 'accepted', data: { became: 'cancelled' } })
    expect(await shown(b, listId)).toEqual({ name: 'Spring', lines: [[b.one.ids[0], 3]] })

    c.device.network.faults.offline = true
    await act(c.tab, 'list.set', { listId, ...lineOf(b, 1), from: 0, to: 4 })
    await act(b.tab, 'list.del', { id: listId })
    b.device.clock.offset += 11_000
    await b.tab.flush(true)
    await settled(b)
    c.device.network.faults.offline = false
    await c.tab.flush(true)
    const refusals = () => reading(c.device, c.person.uid, (db) => needingChanges(db))
    await until('it was refused', async () => (await refusals()).length === 1)
    expect((await refusals())[0]).toMatchObject({ kind: 'refused', refusal: { reason: 'listGone' } })
    await until('it is gone there, too', async () => (await shown(c, listId)).name === undefined)
    // Its lines are tombstones, which the purge takes.
    const left = await market.db.selectFrom('list_lines').select('num').where('list_id', '=', listId).execute()
    expect(left.map(({ num }) => num)).toEqual([0])
  })

  it("of a guest is the person's after signing in, and can be taken back with the rest", async () => {
    const b = await newBuyer(market)
    const device = newDevice(market)
    const tab = device.tab()
    const listId = randomUUID()
    await act(tab, 'list.put', { id: listId, name: 'Before' })
    await act(tab, 'list.set', { listId, ...lineOf(b, 2), from: 0, to: 9 })
    expect(await reading(device, GUEST, ownListItems)).toMatchObject([{ name: 'Before', lines: 1, pending: 2 }])
    await tab.call('user.login', { email: b.person.email, password: b.person.password })
    const here = { device, person: b.person }
    await settled(here)
    expect(await shown(here, listId)).toEqual({ name: 'Before', lines: [[b.one.ids[2], 9]] })
    await tab.call('merge.settle', { undo: true }, b.person.uid)
    expect((await shown(here, listId)).name).toBeUndefined()
  })

  it('has its bounds at the server', async () => {
    const b = await newBuyer(market)
    const lists = Array.from({ length: OWN_LISTS_MAX + 1 }, () => randomUUID())
    await b.tab.mutate(
      lists.map((id, n) => ({ intentId: gesture(), name: 'list.put', payload: { id, name: `List ${n}` } })),
    )
    await until('all but one have gone', async () => (await outbox(b)).length === 1)
    expect((await outbox(b))[0]).toMatchObject({
      state: 'rejected',
      last: { reason: 'listsFull', params: { max: 50 } },
    })
    const { shopId, ids } = await market.products(LIST_LINES_MAX + 1)
    const full = lists[0]!
    await b.tab.mutate(
      ids.map((id) => ({
        intentId: gesture(),
        name: 'list.set',
        payload: { listId: full, id, shopId, variantId: 0, from: 0, to: 1 },
      })),
    )
    await until(
      'one was refused',
      async () => (await outbox(b)).filter(({ state }) => state === 'rejected').length === 2,
    )
    expect((await outbox(b)).map(({ last }) => last?.reason).sort()).toEqual(['listFull', 'listsFull'])
    expect((await shown(b, full)).lines).toHaveLength(LIST_LINES_MAX)
  })
})
