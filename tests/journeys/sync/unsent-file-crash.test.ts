import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Output } from '#contract/registry.ts'
import { onDevice, online, orderInTunnel, outbox, settled, shopSide } from '../../support/people/buyer.ts'
import { add } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { ADOPT, agree, buyersOf, inTunnel, save, take, taken } from '../../support/people/unsent.ts'
import { act } from '../../support/device/world.ts'

let market: TestMarket
const { buyer, another, endAll } = buyersOf(() => market)
beforeAll(async () => {
  market = await openTestMarket()
})
afterEach(endAll)
afterAll(() => market.close())

describe('a device that dies while it takes a file over', () => {
  it.each([
    ['before the shop hears of it', 0],
    ['when the shop has given it everything and no answer came', 1],
  ])('%s: takes it over again, and each happens once', async (_when, reached) => {
    const b = await buyer()
    const { ids } = await orderInTunnel(b)
    const file = await save(b)
    const first = await another(b)
    if (reached === 1) first.device.network.faults.loseFirstOf.add(ADOPT)
    else first.device.network.faults.lieFi = true
    expect((await take(first, file)).kind).toBe('unreachable')
    first.tab.kill()
    first.device.network.faults.lieFi = false
    const again = { ...first, tab: first.device.tab() }
    expect(await taken(again, file)).toEqual({ said: 'done', recorded: 5 })
    await settled(again)
    await online(b)
    await settled(b)
    for (const id of ids) expect(await shopSide(market).orderOf(id)).toMatchObject({ state: 'unpaid' })
    expect(await shopSide(market).stockOf(b.one)).toBe(996)
    expect((await onDevice(again)).cart).toEqual({ [b.two.ids[0]!]: 2 })
  })

  it('is the only one who may: another device is told that somebody has it', async () => {
    const b = await buyer()
    inTunnel(b)
    await add(b, 4)
    const file = await save(b)
    const first = await another(b)
    first.device.network.faults.loseFirstOf.add(ADOPT)
    expect((await take(first, file)).kind).toBe('unreachable')
    const second = await another(b)
    expect(await taken(second, file)).toEqual({ said: 'done', elsewhere: 1 })
    expect(await taken(first, file)).toEqual({ said: 'done', recorded: 1 })
    await online(b)
    await agree(market, b, second, 4)
    await agree(market, b, first, 4)
  })

  it('hears of what was refused at the shop without asking for it once more', async () => {
    const b = await buyer()
    inTunnel(b)
    await act(b.tab, 'favourite.set', { id: 2_000_000_000, on: true })
    const file = await save(b)
    const { incarnation, seq, createdAt } = (await outbox(b))[0]!
    const token = await market.login(b.person)
    const pushed = (
      await market.call(
        '/api/sync/push',
        {
          v: 1,
          uid: b.person.uid,
          incarnation,
          now: 0,
          intents: [{ seq, name: 'favourite.set', payload: { id: 2_000_000_000, on: true }, createdAt }],
        },
        token,
      )
    ).data as Output<'sync.push'>
    expect(pushed.results[0]!.outcome).toBe('refused')
    expect(await taken(await another(b), file)).toEqual({ said: 'done', refused: 1 })
  })
})
