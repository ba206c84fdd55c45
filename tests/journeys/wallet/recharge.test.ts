import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payload } from '#contract/registry.ts'
import { CLAIM_MS, CLAIMS_MAX, claimDifferences } from '#contract/deposits/recharges.ts'
import { holdings } from '#localdb/queries/wallet.ts'
import { rechargeItems } from '#localdb/queries/deposits.ts'
import type { Readers } from '#localdb/read.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { outbox, settled } from '../../support/people/buyer.ts'
import { unsound } from '../../support/market/orders.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { act, newDevice, until, type TestDevice, type TestTab } from '../../support/device/world.ts'

// Filling an account, from the device's claim over the server's chain to the feed and back to the device.

let market: TestMarket
let clock = 0
beforeAll(async () => {
  market = await openTestMarket({ now: () => Date.now() + clock })
  await operate(market.db, ['setting', 'deposit_terms', 'tron USDT 5 3'], Date.now())
})
afterAll(() => market.close())

interface Phone {
  device: TestDevice
  tab: TestTab
  person: TestPerson
  address: string
}

const chain = () => market.deposits.simulatedOf('tron')!

async function phone(): Promise<Phone> {
  const person = await market.person()
  const device = newDevice(market)
  const tab = device.tab()
  expect((await tab.call('user.login', { email: person.email, password: person.password })).kind).toBe('accepted')
  const answer = await tab.call('recharge.address', { network: 'tron' })
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  await settled({ device, person })
  return { device, tab, person, address: answer.data.address }
}

async function shown({ device, person }: Phone) {
  const user = await device.userDb(person.uid)
  try {
    const readers = { user } as unknown as Readers
    return { recharges: await rechargeItems(readers), holdings: await holdings(readers) }
  } finally {
    user.close()
  }
}
const states = async (p: Phone) => (await shown(p)).recharges.map(({ state, amount }) => [state, amount])

/** Makes blocks, each followed, and has the device hear of it. */
async function mined(p: Phone, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await chain().mine()
    await market.deposits.follow(Date.now() + clock)
  }
  await p.tab.call('shop.reach', {})
}
const send = async (p: Phone, amount: string, to = p.address) => {
  const answer = await p.tab.call('simulated.send', { network: 'tron', coin: 'USDT', to, amount, later: 0 })
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return answer.data.txid
}
const claiming = (txid: string, amount: string): Payload<'recharge.claim'> => ({
  ...{ network: 'tron', asset: 'tUSDT', txid, amount, pictures: [] },
})
const aTxid = () => (randomUUID() + randomUUID()).replaceAll('-', '')

describe(`filling an account (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is seen, confirmed and credited without a claim; the device shows what is on its way', async () => {
    const p = await phone()
    await send(p, '7000000')
    await mined(p, 1)
    await until('it is confirming', async () => (await states(p))[0]?.[0] === 'confirming')
    expect((await shown(p)).holdings).toEqual([
      { asset: 'tUSDT', available: 0n, held: 0n, unconfirmed: 7_000_000n, claimable: 0n, leaving: 0n },
    ])
    await mined(p, 2)
    await until('it is credited', async () => (await states(p))[0]?.[0] === 'credited')
    await until('it can be spent', async () => (await shown(p)).holdings[0]?.available === 7_000_000n)
    expect((await shown(p)).holdings).toEqual([
      { asset: 'tUSDT', available: 7_000_000n, held: 0n, unconfirmed: 0n, claimable: 0n, leaving: 0n },
    ])
    const check = await p.tab.call('wallet.check', {})
    expect(check).toMatchObject({ kind: 'accepted', data: { verdict: 'right', postings: 1 } })
    expect(await unsound(market.db)).toEqual([])
    await p.device.end()
  })

  it('is claimed in a tunnel, and credited by what the network shows, not by what was entered', async () => {
    const p = await phone()
    const [short, over] = [await send(p, '8000000'), await send(p, '9000000')]
    p.device.network.faults.offline = true
    await act(p.tab, 'recharge.claim', claiming(short, '8500000'))
    await act(p.tab, 'recharge.claim', claiming(over, '10000'))
    expect((await states(p)).toSorted()).toEqual([
      ['claimed', '0'],
      ['claimed', '0'],
    ])
    p.device.network.faults.offline = false
    await settled(p)
    await mined(p, 3)
    await until('both are credited', async () => (await shown(p)).holdings[0]?.available === 17_000_000n)
    const found = (await shown(p)).recharges.map((r) => [r.txid, r.state, claimDifferences(r)])
    expect(found).toContainEqual([short, 'credited', ['short']])
    expect(found).toContainEqual([over, 'credited', ['over']])
    await p.device.end()
  })

  it('makes one recharge of two claims, credited once', async () => {
    const p = await phone()
    const txid = await send(p, '6000000')
    await act(p.tab, 'recharge.claim', claiming(txid, '6000000'))
    await settled(p)
    await mined(p, 3)
    await act(p.tab, 'recharge.claim', claiming(txid, '6000000'))
    await settled(p)
    await mined(p, 3)
    await until('it is credited', async () => (await states(p))[0]?.[0] === 'credited')
    expect(await states(p)).toEqual([['credited', '6000000']])
    expect((await shown(p)).holdings[0]?.available).toBe(6_000_000n)
    await p.device.end()
  })

  it('credits the owner of the address, whoever claims the payment', async () => {
    const [owner, thief] = [await phone(), await phone()]
    const txid = await send(owner, '6000000')
    await act(thief.tab, 'recharge.claim', claiming(txid, '6000000'))
    await settled(thief)
    await mined(owner, 3)
    clock += 20_000
    await market.deposits.follow(Date.now() + clock)
    await thief.tab.call('shop.reach', {})
    await until('the claim is refused', async () => (await states(thief))[0]?.[0] === 'invalid')
    expect((await shown(thief)).holdings).toEqual([])
    await until('its owner has it', async () => (await shown(owner)).holdings[0]?.available === 6_000_000n)
    await owner.device.end()
    await thief.device.end()
  })

  it('expires when no network shows the payment in time, and credits it late when it comes', async () => {
    const p = await phone()
    const txid = aTxid()
    await act(p.tab, 'recharge.claim', claiming(txid, '6000000'))
    await settled(p)
    clock += CLAIM_MS
    await mined(p, 1)
    await until('it has expired', async () => (await states(p))[0]?.[0] === 'expired')
    const transfer = { network: 'tron', txid, n: 0, to_address: p.address, coin: 'USDT', amount: '6000000' } as const
    await market.db.insertInto('simulated_transfers').values(transfer).execute()
    await mined(p, 3)
    await until('it is credited', async () => (await states(p))[0]?.[0] === 'credited')
    expect((await shown(p)).recharges.map(claimDifferences)).toEqual([['late']])
    await p.device.end()
  })

  it('is reversed, with a message, when the network takes the payment back', async () => {
    const p = await phone()
    const txid = await send(p, '6000000')
    await mined(p, 3)
    await until('it is there', async () => (await shown(p)).holdings[0]?.available === 6_000_000n)
    expect((await p.tab.call('simulated.drop', { network: 'tron', txid })).kind).toBe('accepted')
    await mined(p, 1)
    await until('it is gone', async () => (await states(p))[0]?.[0] === 'dropped')
    await until('so is the money', async () => (await shown(p)).holdings[0]?.available === 0n)
    const user = await p.device.userDb(p.person.uid)
    const kinds = (await user.messages.toArray()).map(({ shown: message }) => message?.kind)
    user.close()
    expect(kinds.toSorted()).toEqual(['rechargeCredited', 'rechargeDropped'])
    expect(await unsound(market.db)).toEqual([])
    await p.device.end()
  })

  it('limits the claims that no network has shown', async () => {
    const p = await phone()
    for (let n = 0; n < CLAIMS_MAX; n++) await act(p.tab, 'recharge.claim', claiming(aTxid(), '5000000'))
    await settled(p)
    await act(p.tab, 'recharge.claim', claiming(aTxid(), '5000000'))
    await until('it is refused', async () => (await outbox(p)).some(({ state }) => state === 'rejected'))
    expect((await shown(p)).recharges).toHaveLength(CLAIMS_MAX)
    await p.device.end()
  })

  it('lists the caller’s own recharges by page and by state', async () => {
    const [p, other] = [await phone(), await phone()]
    await send(other, '6000000')
    for (let n = 0; n < 3; n++) await send(p, '6000000')
    await mined(p, 3)
    const token = await market.login(p.person)
    const list = async (query: string) =>
      (await market.call(`/api/user/recharge_list${query}`, undefined, token, { method: 'GET' })).data as {
        list: { txid: string; state: string }[]
        next: string | null
      }
    const all = await list('')
    expect(all.list.map(({ state }) => state)).toEqual(['credited', 'credited', 'credited'])
    expect(all.next).toBeNull()
    expect((await list('?state=claimed')).list).toEqual([])
    const { at, ...row } = await market.db
      .selectFrom('recharges')
      .selectAll()
      .where('user_id', '=', p.person.uid)
      .limit(1)
      .executeTakeFirstOrThrow()
    // All of the same time, so that pages order them by their keys.
    const more = Array.from({ length: 100 }, () => ({ ...row, at, txid: aTxid(), pictures: '[]' }))
    await market.db.insertInto('recharges').values(more).execute()
    const seen: string[] = []
    for (let next: string | null = ''; next !== null;) {
      const page = await list(next === '' ? '' : `?after=${next}`)
      seen.push(...page.list.map(({ txid }) => txid))
      next = page.next
    }
    expect(seen).toHaveLength(103)
    expect(new Set(seen).size).toBe(103)
    await p.device.end()
    await other.device.end()
  })

  it('is refused by a market without chains', async () => {
    const off = await openTestMarket({ simulatedSeconds: undefined })
    const person = await off.person()
    const token = await off.login(person)
    expect((await off.call('/api/recharge/address', { network: 'tron' }, token)).code).not.toBe(1)
    const profile = (await off.call('/api/user/profile', {}, token)).data as { recharge: unknown[] }
    expect(profile.recharge).toEqual([])
    const claimed = await off.call('/api/recharge/claim', claiming(aTxid(), '5000000'), token)
    expect(claimed.code).not.toBe(1)
    await off.close()
  })

  it('refuses to send a coin that is not taken on the network', async () => {
    const p = await phone()
    const input = { network: 'tron', coin: 'BTC', to: p.address, amount: '100000', later: 0 } as const
    expect(await p.tab.call('simulated.send', input)).toMatchObject({ refusal: { reason: 'rechargeOff' } })
    await p.device.end()
  })

  it('refuses a claim of real coins where the networks are simulated', async () => {
    const p = await phone()
    const token = await market.login(p.person)
    const answer = await market.call('/api/recharge/claim', { ...claiming(aTxid(), '5000000'), asset: 'USDT' }, token)
    expect(answer.code).not.toBe(1)
    await p.device.end()
  })
})
