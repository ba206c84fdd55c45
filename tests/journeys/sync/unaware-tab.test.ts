import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEVICE_CHANNEL } from '#localdb/device.ts'
import { GUEST } from '#localdb/schema.ts'
import { readMeta } from '#worker/outbox/fence.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, gesture, newDevice, until } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

// Seen by the simulation: the word of another person was lost, and then the tab that knew of them went.
it('a tab that was not told who has signed in finds out by itself, and sends for them once it is alone', async () => {
  const [before, person, shop] = [await market.person(), await market.person(), await market.products(1)]
  const phone = newDevice(market)
  phone.clock.speed = 50
  const one = phone.tab()
  await one.call('user.login', before)
  const unaware = phone.tab([DEVICE_CHANNEL])
  expect((await unaware.ready()).uid).toBe(before.uid)
  await one.call('user.login', person)
  phone.network.faults.offline = true
  expect(await act(one, 'favourite.set', { id: shop.ids[0]!, on: true })).toEqual({ kind: 'saved' })
  one.kill()
  phone.network.faults.offline = false
  await until(
    'it is at the shop',
    async () =>
      (await market.db.selectFrom('favourites').select('product_id').where('user_id', '=', person.uid).execute())
        .length === 1,
  )
  await phone.end()
})

// Seen by the simulation: it was recorded for the person before, or refused.
it.each(['nobody', 'a guest', 'them'] as const)(
  'a tab whose worker was not told who has signed in records what is done on its screen for them, when it shows %s',
  async (shows) => {
    const [before, person, shop] = [await market.person(), await market.person(), await market.products(1)]
    const phone = newDevice(market)
    const [one, unaware] = [phone.tab(), phone.tab([DEVICE_CHANNEL])]
    await one.call('user.login', before)
    expect((await unaware.ready()).uid).toBe(before.uid)
    await one.call('user.login', person)
    const as = { nobody: undefined, 'a guest': GUEST, them: person.uid }[shows]
    expect(
      await unaware.mutate(
        [{ intentId: gesture(), name: 'favourite.set', payload: { id: shop.ids[0]!, on: true } }],
        as,
      ),
    ).toEqual({ kind: 'saved' })
    await until(
      'it is at the shop',
      async () =>
        (await market.db.selectFrom('favourites').select('product_id').where('user_id', '=', person.uid).execute())
          .length === 1,
    )
    await phone.end()
  },
)

it("a tab whose person's database could not be opened for a while opens it by itself, and sends", async () => {
  const [person, shop] = [await market.person(), await market.products(2)]
  const phone = newDevice(market)
  phone.clock.speed = 50
  const tab = phone.tab()
  await tab.call('user.login', person)
  phone.network.faults.offline = true
  await act(tab, 'favourite.set', { id: shop.ids[0]!, on: true })
  const db = await phone.userDb(person.uid)
  const fence = (await readMeta(db, 'fence'))!
  await db.meta.put({ ...fence, proto: fence.proto + 1 })
  await expect(act(tab, 'favourite.set', { id: shop.ids[1]!, on: true })).resolves.toMatchObject({
    refusal: { reason: 'updateNeeded' },
  })
  await db.meta.put(fence)
  db.close()
  phone.network.faults.offline = false
  await until(
    'it is at the shop',
    async () =>
      (await market.db.selectFrom('favourites').select('product_id').where('user_id', '=', person.uid).execute())
        .length === 1,
  )
  await phone.end()
})
