import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MetaRows } from '#localdb/schema.ts'
import { takeBackup } from '../../support/market/backup.ts'
import { online, outbox, type Buyer } from '../../support/people/buyer.ts'
import { add, atShop } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { agree, buyersOf, inTunnel, save, taken } from '../../support/people/unsent.ts'
import { until } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const { buyer, another, endAll } = buyersOf(() => market)
afterEach(endAll)

/** Another copy of this store has used its next id for something else. */
async function useNextId(b: Buyer): Promise<void> {
  const [row] = await outbox(b)
  const { incarnation, seq } = row!
  const payload = { id: b.two.ids[0]!, on: true }
  const intents = [{ seq, name: 'favourite.set', payload, createdAt: 1 }]
  const body = { v: 1, uid: b.person.uid, incarnation, now: 1, intents }
  const { data } = await market.call('/api/sync/push', body, await market.login(b.person))
  expect(data).toMatchObject({ results: [{ outcome: 'accepted' }] })
}

describe('unsent work whose id a copy of its store has used', () => {
  it('is taken over under the id that it goes on to, before its device knows of that', async () => {
    const b = await buyer()
    inTunnel(b)
    await add(b, 4)
    await useNextId(b)
    const other = await another(b)
    expect(await taken(other, await save(b))).toEqual({ said: 'done', recorded: 1 })
    await agreeAt(other, 4)
    await online(b)
    await agree(market, b, other, 4)
  })

  it('is taken over under the id that it has gone on to', async () => {
    const b = await buyer()
    inTunnel(b)
    await add(b, 4)
    await useNextId(b)
    // Its first push comes through, and nothing after it.
    const { network } = b.device
    const through = network.fetch
    network.fetch = async (url, init) => {
      const push = url.includes('/sync/push')
      const answer = await through(url, init)
      if (push) network.faults.offline = true
      return answer
    }
    await online(b)
    await until('it has gone on', async () => (await outbox(b))[0]?.incarnation.endsWith('-2') ?? false)
    network.fetch = through
    const file = await save(b)
    const other = await another(b)
    expect(await taken(other, file)).toEqual({ said: 'done', recorded: 1 })
    expect(await taken(other, file)).toEqual({ said: 'done', already: 1 })
    await agreeAt(other, 4)
    await online(b)
    await agree(market, b, other, 4)
  })
})

/** Waits until the work that a device took over has reached the server. */
const agreeAt = (b: Buyer, num: number): Promise<void> =>
  until(`${num} pieces at the server`, async () => (await outbox(b)).length === 0 && (await atShop(market, b)) === num)

/** Whether a device has found out that the server was restored, and has heard what that lost. */
async function hasHeard({ device, person }: Buyer): Promise<boolean> {
  const db = await device.userDb(person.uid)
  const row = (await db.meta.get('restored')) as MetaRows['restored'] | undefined
  db.close()
  return row?.open === false
}

describe('unsent work that was taken over in a window that a restored server lost', () => {
  it.each(['the device that saved it', 'the device that took it over'])(
    'is done once: %s comes first',
    async (first) => {
      const b = await buyer()
      inTunnel(b)
      await add(b, 4)
      const file = await save(b)
      const other = await another(b)
      const backup = await takeBackup(market.db, [b.person.uid])
      expect(await taken(other, file)).toEqual({ said: 'done', recorded: 1 })
      await agreeAt(other, 4)
      inTunnel(other)
      await backup.restore()
      for (const phone of first === 'the device that saved it' ? [b, other] : [other, b]) {
        await online(phone)
        await until('it is done', async () => {
          await phone.tab.flush(true)
          const heard = phone === b || (await hasHeard(other))
          return heard && (await outbox(phone)).length === 0
        })
      }
      await agree(market, b, other, 4)
      expect(await atShop(market, b)).toBe(4)
    },
  )
})
