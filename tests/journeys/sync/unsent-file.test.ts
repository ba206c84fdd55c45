import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UnsentFile } from '#worker/api/worker-api.ts'
import { onDevice, online, orderInTunnel, outbox, settled, shopSide } from '../../support/people/buyer.ts'
import { add, atShop } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { ADOPT, PASS, agree, buyersOf, inTunnel, save, take, taken } from '../../support/people/unsent.ts'
import { act, until } from '../../support/device/world.ts'

// Unsent work goes from one device to another in a file: whatever happens to the two of them, each intent takes effect
// at most once.

let market: TestMarket
const { buyer, another, device, endAll } = buyersOf(() => market)
beforeAll(async () => {
  market = await openTestMarket()
})
afterEach(endAll)
afterAll(() => market.close())

describe('a file of unsent work', () => {
  it('is sealed: neither a name nor a place nor what was ordered can be read in it', async () => {
    const b = await buyer()
    await orderInTunnel(b)
    const file = await save(b)
    expect(file).toMatchObject({
      intents: 5,
      unreadable: 0,
      name: expect.stringMatching(/^unsent-\d{4}-\d\d-\d\d\.sealed$/),
    })
    const text = Buffer.from(file.bytes).toString('latin1')
    expect(text).toMatch(/^\{"format":"caravan-unsent","version":1,/)
    expect(text).toContain(`"uid":"${b.person.uid}"`)
    expect(text).not.toMatch(/Amal|Tyre|Port road|cart|order/)
    expect(Number(/"rounds":(\d+)/.exec(text)![1])).toBeGreaterThanOrEqual(600_000)
    expect(await outbox(b)).toHaveLength(5)
    expect(await b.tab.call('unsent.export', { passphrase: 'short' })).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'passwordTooShort' },
    })
  })

  it('brings orders, an address and a cart to another device; the first comes back later and sends too: each happens once', async () => {
    const shop = shopSide(market)
    const b = await buyer()
    const { ids, address } = await orderInTunnel(b)
    const file = await save(b)
    // A change made after the file was saved joins none that is in it.
    await act(b.tab, 'cart.add', {
      id: b.two.ids[0]!,
      shopId: b.two.shopId,
      variantId: 0,
      num: 3,
      price: 500,
      currency: 'USD',
    })
    const other = await another(b)
    expect(await taken(other, file)).toEqual({ said: 'done', recorded: 5 })
    await settled(other)
    for (const id of ids) expect(await shop.orderOf(id)).toMatchObject({ state: 'unpaid' })
    await online(b)
    await settled(b)
    await until(
      'both show the same',
      async () =>
        JSON.stringify([(await onDevice(b)).cart, (await onDevice(b)).orders.length]) ===
        JSON.stringify([(await onDevice(other)).cart, 2]),
    )
    // 7 added, 5 ordered, 3 added after the file.
    expect((await onDevice(b)).cart).toEqual({ [b.two.ids[0]!]: 5 })
    expect((await onDevice(b)).orders.map((row) => [row.pending, row.shown?.state])).toEqual([
      [0, 'unpaid'],
      [0, 'unpaid'],
    ])
    expect(await shop.stockOf(b.one)).toBe(996)
    expect(await shop.stockOf(b.two)).toBe(995)
    expect(await market.db.selectFrom('addresses').select('id').where('user_id', '=', b.person.uid).execute()).toEqual([
      { id: address },
    ])
  })

  it('says what is at the shop already, whose answer was lost, and does not send it again', async () => {
    const b = await buyer()
    inTunnel(b)
    await add(b, 2)
    await act(b.tab, 'favourite.set', { id: b.one.ids[1]!, on: true })
    b.device.network.faults.loseFirstOf.add('/api/sync/push')
    b.device.network.faults.offline = false
    await b.tab.flush(true)
    await until('the shop has it', async () => (await atShop(market, b)) === 2)
    inTunnel(b)
    await add(b, 5)
    const rows = await outbox(b)
    const file = await save(b)
    const other = await another(b)
    expect(await taken(other, file)).toEqual({ said: 'done', recorded: 1, ...(rows.length === 3 ? { there: 2 } : {}) })
    await agree(market, other, other, 7)
    await online(b)
    await agree(market, b, other, 7)
  })

  it('is taken over once, however often and wherever', async () => {
    const b = await buyer()
    inTunnel(b)
    await add(b, 4)
    const file = await save(b)
    expect(await taken(b, file)).toEqual({ said: 'ownFile' })
    const [second, third] = [await another(b), await another(b)]
    expect(await taken(second, file)).toEqual({ said: 'done', recorded: 1 })
    expect(await taken(second, file)).toEqual({ said: 'done', already: 1 })
    expect(await taken(third, file)).toEqual({ said: 'done', elsewhere: 1 })
    await agree(market, second, third, 4)
    expect(await taken(second, file)).toEqual({ said: 'done', already: 1 })
    await online(b)
    await settled(b)
    await agree(market, b, second, 4)
    await agree(market, b, third, 4)
  })

  it('leaves alone what was taken back, or was sent by the first device, after it was saved', async () => {
    const b = await buyer()
    inTunnel(b)
    await add(b, 4)
    await act(b.tab, 'favourite.set', { id: b.one.ids[1]!, on: true })
    const file = await save(b)
    const [cart] = await outbox(b)
    // Without a network nobody can say whether another device has it by now.
    expect((await b.tab.call('intent.cancel', { intentId: cart!.intentId })).kind).toBe('unreachable')
    b.device.network.faults.loseFirstOf.add('/api/sync/push')
    b.device.network.faults.offline = false
    expect(await b.tab.call('intent.cancel', { intentId: cart!.intentId })).toMatchObject({
      kind: 'accepted',
      data: { became: 'cancelled' },
    })
    await b.tab.flush(true)
    await settled(b)
    const other = await another(b)
    expect(await taken(other, file)).toEqual({ said: 'done', there: 1, takenBack: 1 })
    await agree(market, b, other, 0)
  })
})

describe('a file that is not taken over', () => {
  it("is another person's, opens with another passphrase, or is damaged: told, and nothing changes", async () => {
    const b = await buyer()
    inTunnel(b)
    await add(b, 4)
    const file = await save(b)
    const other = await another(b)
    const stranger = await buyer()
    expect(await taken(stranger, file)).toEqual({ said: 'otherPerson' })
    expect(await taken(other, file, 'another phrase')).toEqual({ said: 'notOpened' })
    const spoilt = (
      change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
    ): Pick<UnsentFile, 'bytes'> => ({ bytes: change(file.bytes.slice()) })
    const header = Buffer.from(file.bytes).indexOf('\n')
    expect(
      await taken(
        other,
        spoilt((bytes) => {
          bytes[bytes.length - 5]! ^= 1
          return bytes
        }),
      ),
    ).toEqual({ said: 'notOpened' })
    expect(
      await taken(
        other,
        spoilt((bytes) => bytes.slice(0, -1)),
      ),
    ).toEqual({ said: 'notOpened' })
    // The header's time is sealed with the rest: not even that can be changed.
    const inTime = Buffer.from(file.bytes).indexOf('"createdAt":') + 14
    expect(
      await taken(
        other,
        spoilt((bytes) => {
          bytes[inTime] = bytes[inTime] === 49 ? 50 : 49
          return bytes
        }),
      ),
    ).toEqual({ said: 'notOpened' })
    expect(
      await taken(
        other,
        spoilt((bytes) => bytes.slice(0, header)),
      ),
    ).toEqual({ said: 'noFile' })
    expect(await taken(other, { bytes: new Uint8Array(0) })).toEqual({ said: 'noFile' })
    expect(
      await taken(other, {
        bytes: new TextEncoder().encode('{"format":"caravan-unsent","version":3,"new":true}\n...'),
      }),
    ).toEqual({ said: 'newer' })
    expect(
      await taken(other, { bytes: new TextEncoder().encode('{"format":"caravan-unsent","version":1,"uid":1}\n...') }),
    ).toEqual({ said: 'noFile' })
    expect(await outbox(other)).toEqual([])
    expect(other.device.network.log.filter((call) => call.path === ADOPT)).toEqual([])
    await online(b)
    await agree(market, b, other, 4)
  })

  it('waits for the network, which alone can say who has what', async () => {
    const b = await buyer()
    inTunnel(b)
    await add(b, 4)
    const file = await save(b)
    const other = await another(b)
    inTunnel(other)
    expect((await take(other, file)).kind).toBe('unreachable')
    expect(await outbox(other)).toEqual([])
    await online(other)
    expect(await taken(other, file)).toEqual({ said: 'done', recorded: 1 })
    await agree(market, other, other, 4)
  })

  it('is nothing for a guest', async () => {
    expect(await device().tab().call('unsent.export', { passphrase: PASS })).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'pleaseLogin' },
    })
  })
})
