import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBuyer, onDevice, outbox, settled } from '../../support/people/buyer.ts'
import { add, atShop, cancel, ended, inDoubt, shown, VOID } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, until } from '../../support/device/world.ts'

// Taking back races with sending. The shop locks the person: either comes first, and both answers carry the one
// outcome.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

describe('what is on its way at that moment', () => {
  /** The sequences in which a push and a taking back that are under way together may arrive. */
  const races = {
    'the taking back arrives first': async (send: () => Promise<Response>, push: boolean, voided: Promise<void>) => {
      if (push) await voided
      return send()
    },
    'the push arrives first, and its answer comes last': async (
      send: () => Promise<Response>,
      push: boolean,
      voided: Promise<void>,
      pushed: Promise<void>,
    ) => {
      if (!push) await pushed
      const answer = await send()
      return push ? voided.then(() => answer) : answer
    },
    'both arrive at once': (send: () => Promise<Response>) => send(),
  }
  it.each(Object.entries(races))('ends once: %s', async (_name, race) => {
    const b = await newBuyer(market)
    const { fetch } = b.device.network
    const ways = {
      void: Promise.withResolvers<void>(),
      push: Promise.withResolvers<void>(),
      begin: Promise.withResolvers<void>(),
    }
    b.device.network.fetch = async (url, init) => {
      const way = url.endsWith('/api/sync/push') ? 'push' : url.endsWith(VOID) ? 'void' : undefined
      if (!way) return fetch(url, init)
      if (way === 'push') await ways.begin.promise
      return race(
        () => fetch(url, init).finally(ways[way].resolve),
        way === 'push',
        ways.void.promise,
        ways.push.promise,
      )
    }
    await add(b, 12)
    await until('it is being sent', async () => (await outbox(b))[0]?.state === 'sending')
    const [row] = await outbox(b)
    const asked = cancel(b, row!.intentId)
    ways.begin.resolve()
    const outcome = await asked
    await settled(b)
    b.device.network.fetch = fetch
    const was = outcome.kind === 'accepted' && outcome.data.became === 'cancelled'
    const had = was ? 0 : 12
    await until('the phone shows what the shop has', async () => (await shown(b)) === had)
    expect([await atShop(market, b), await ended(b, row!.intentId)]).toEqual([
      had,
      was ? ['cancelled', 'cancelled'] : ['acked', undefined],
    ])
    expect(was).toBe(race === races['both arrive at once'] ? was : race === races['the taking back arrives first'])
    await b.tab.flush(true)
    expect(await atShop(market, b)).toBe(had)
    expect(b.device.reports).toEqual([])
    await b.device.end()
  })

  it('is taken back by another tab than the one that sends', async () => {
    const b = await newBuyer(market)
    const second = b.device.tab()
    await second.ready()
    const { fetch } = b.device.network
    let release = (): void => undefined
    const held = new Promise<void>((done) => {
      release = done
    })
    b.device.network.fetch = async (url, init) => {
      if (url.endsWith('/api/sync/push')) await held
      return fetch(url, init)
    }
    await add(b, 12)
    await until('it is being sent', async () => (await outbox(b))[0]?.state === 'sending')
    const [row] = await outbox(b)
    expect(await second.call('intent.cancel', { intentId: row!.intentId })).toEqual({
      kind: 'accepted',
      data: { became: 'cancelled' },
    })
    expect(await outbox(b)).toEqual([])
    // The change that is recorded now is of the same lane; the old push lands late.
    await act(second, 'cart.add', {
      id: b.one.ids[1]!,
      shopId: b.one.shopId,
      variantId: 0,
      num: 3,
      price: 500,
      currency: 'USD',
    })
    release()
    await settled(b)
    expect([await atShop(market, b), (await onDevice(b)).cart]).toEqual([0, { [b.one.ids[1]!]: 3 }])
    expect(b.device.reports).toEqual([])
    await b.device.end()
  })

  it("is another person's when they have signed in meanwhile: nothing is said of it", async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, false)
    const other = await market.person()
    b.device.network.faults.offline = false
    const asked = cancel(b, intentId)
    await b.tab.call('user.login', { email: other.email, password: other.password })
    expect(['unreachable', 'accepted']).toContain((await asked).kind)
    await b.tab.call('user.login', { email: b.person.email, password: b.person.password })
    await b.tab.flush(true)
    await settled(b)
    expect([0, 12]).toContain(await atShop(market, b))
    expect(await shown(b)).toBe(await atShop(market, b))
    await b.device.end()
  })
})
