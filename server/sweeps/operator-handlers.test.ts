import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCollecting, type Collecting } from '../../tests/support/bitcoin/collecting.ts'
import { NOW } from '../../tests/support/bitcoin/paying.ts'
import { addressNamed, BITCOIN_WALLET } from '../../tests/support/bitcoin/signing.ts'
import { openTestMarket } from '../../tests/support/market/market.ts'
import { operatorWith, type Operator } from '../../tests/support/market/operator.ts'
import type { DryRun } from '#contract/reserves/schema-operator-sweeps.ts'
import { operate } from '../operator/commands/operate.ts'

const BTC = { network: 'bitcoin', asset: 'tBTC' }

let market: Collecting
let first: Operator
let second: Operator
beforeAll(async () => {
  market = await openCollecting()
  await market.fund(1_000_000)
  first = await operatorWith(market, [], NOW)
  second = await operatorWith(market, [], NOW)
})
afterAll(() => market.close())

interface Desk {
  coins: unknown[]
  begun: unknown[]
  sweeps: { from: string; state: string }[]
  dryRun?: DryRun
}
const desk = async (input: object = {}): Promise<Desk> => (await first.ask('sweeps', input)).data as Desk
const dryRun = async (): Promise<DryRun> => (await desk(BTC)).dryRun!
const collect = (more: object = {}) => first.ask('sweep', { ...BTC, to: BITCOIN_WALLET, cost: '1000', ...more })
const runs = () => market.db.selectFrom('sweep_runs').selectAll().where('ended_at', 'is', null).execute()
const cap = (text: string) => operate(market.db, ['setting', 'wallet_caps', text], NOW)
/** Has the watcher choose addresses for what was begun, so that it can be begun again. */
const settled = async (): Promise<void> => {
  await market.follow()
  await market.mined(4)
  expect(await runs()).toEqual([])
}

describe('the desk for collecting deposits', () => {
  it('shows a dry run of a coin, and does nothing of it', async () => {
    expect(await desk()).toEqual({ coins: [BTC], begun: [], sweeps: [], more: false })
    const { address } = await market.deposit(300_000)
    expect(await dryRun()).toMatchObject({
      ...{ ...BTC, hindrance: null, to: BITCOIN_WALLET, wallet: true, addresses: 1, units: '300000' },
      ...{ costAsset: 'tBTC', gas: '0', small: { addresses: 0 }, over: { addresses: 0 }, percent: 2, unrated: false },
    })
    const { cost, worth } = await dryRun()
    expect([Number(cost) > 200, Number(cost) < 400, worth! > 0]).toEqual([true, true, true])
    await market.follow()
    expect([await market.sweepsOf(address), await runs()]).toEqual([[], []])
  })

  it('takes two operators where the paying wallet has no cap', async () => {
    const { address } = await market.deposit(310_000)
    expect((await collect()).data).toMatchObject({ became: 'waits' })
    await market.follow()
    expect(await market.sweepsOf(address)).toEqual([])
    const [act] = await second.waiting()
    expect(act).toMatchObject({ act: 'sweep', value: { ...BTC, act: 'sweep', to: BITCOIN_WALLET, bounded: false } })
    await second.ask('decide', { id: act!.id, agree: true })
    expect(await desk()).toMatchObject({ begun: [BTC] })
    await settled()
    expect((await market.sweepsOf(address)).map(({ state }) => state)).toEqual(['done'])
    const entry = await market.db
      .selectFrom('audit_log')
      .select(['what', 'by_user', 'after'])
      .where('what', '=', 'sweep.begin')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ by_user: second.uid, after: { asset: 'tBTC', pair: { asked: first.uid } } })
  })

  it('takes one where it has a cap, up to what one operator may give away in a day', async () => {
    await cap('bitcoin BTC 100')
    const { address } = await market.deposit(320_000)
    expect((await collect({ cost: (await dryRun()).cost })).data).toEqual({ became: 'done' })
    // A second request is refused before the addresses are chosen.
    expect(await collect()).toMatchObject({ data: { reason: 'operatorSays' } })
    await settled()
    expect((await market.sweepsOf(address)).map(({ state }) => state)).toEqual(['done'])
    // At 60,000 a coin, that is beyond 1,000.
    expect((await collect({ cost: '2000000' })).data).toMatchObject({ became: 'waits' })
    const [act] = await second.waiting()
    await second.ask('decide', { id: act!.id, agree: false })
    expect(await runs()).toEqual([])
  })

  it('collects for no more than was shown', async () => {
    const { address } = await market.deposit(330_000)
    expect((await collect({ cost: '10' })).data).toEqual({ became: 'done' })
    await market.follow()
    expect([await market.sweepsOf(address), await runs()]).toEqual([[], []])
    expect((await collect({ cost: (await dryRun()).cost })).data).toEqual({ became: 'done' })
    await settled()
    expect((await market.sweepsOf(address)).map(({ state }) => state)).toEqual(['done'])
  })

  it('collects to no other address than the signer’s', async () => {
    const { msg, data } = await collect({ to: addressNamed('thief') })
    expect([msg, data]).toMatchObject([
      'This did not work. The signer now collects to another address. Check the address and try again.',
      { reason: 'operatorSays' },
    ])
    expect((await first.ask('sweep', { ...BTC, network: 'tron', to: 'x', cost: '1' })).msg).toContain(
      'Deposits on Tron (TRC‑20) cannot be collected now.',
    )
    expect(await runs()).toEqual([])
  })

  it('is closed to operators without the right of money', async () => {
    const other = await operatorWith(market, ['orders'], NOW)
    for (const name of ['sweeps', 'sweep'])
      expect(await other.ask(name, { ...BTC, to: BITCOIN_WALLET, cost: '1' })).toMatchObject({
        data: { reason: 'noRight' },
      })
  })

  it('says that a simulated network has nothing to collect', async () => {
    const simulated = await openTestMarket({ now: () => NOW })
    const { ask } = await operatorWith(simulated, [], NOW)
    for (const asset of ['tUSDT', 'tETH'])
      expect((await ask('sweeps', { network: 'ethereum', asset })).data).toMatchObject({
        dryRun: { hindrance: 'simulated', addresses: 0 },
      })
    const { text } = await operate(simulated.db, ['sweep', 'tron', '--do'], NOW, simulated)
    expect(text).toContain('nothing to collect: the network is simulated')
    await simulated.close()
  })
})
