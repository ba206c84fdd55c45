import { statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signerAt } from '#server/signer/protocol/client.ts'
import { FIRST_CONFIG } from '#server/signer/config/config.ts'
import { readLog } from '#server/signer/log/log.ts'
import type { Signer } from '#server/signer/protocol/protocol.ts'
import { logKeyOf } from '#server/signer/seed.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { giveCoins, unsound } from '../../support/market/orders.ts'
import { queueWithdrawal } from '../../support/withdrawals/queued.ts'
import { createSignerProcess, SEED, type SignerProcess } from '../../support/servers/signer-process.ts'

// The market pays through a signer in a process of its own, which is killed around each step of a signature.

const NOW = 1_800_000_000_000

/** When it is killed: asked for a transaction, with that on its disk, or answered, with the answer lost. */
const moments = ['asked', 'logged', 'answered'] as const
const KILLS_EACH = 2

const many = { each: '1', address: '100', day: '100' }
const config = { ...FIRST_CONFIG, limits: { BTC: { alone: many, one: many, two: many } } }

let signer: SignerProcess
let market: TestMarket
let armed: { moment: (typeof moments)[number]; after: number } | undefined
beforeAll(async () => {
  signer = await createSignerProcess(config)
  market = await openTestMarket({ signer: mortal(signerAt(signer.place.socket)) })
})
afterAll(async () => {
  await market.close()
  await signer.close()
})

/** A signer that is killed when it is armed. */
const mortal = (inner: Signer): Signer => ({
  ...inner,
  async sign(payment) {
    if (!armed || armed.after-- > 0) return inner.sign(payment)
    const { moment } = armed
    armed = undefined
    const length = (): number => statSync(signer.place.log).size
    const before = length()
    const answer = inner.sign(payment)
    let isAnswered = false
    const ended = answer.catch(() => undefined).finally(() => (isAnswered = true))
    // One that was signed before is not logged again.
    if (moment === 'logged') while (length() === before && !isAnswered) await turn()
    if (moment === 'answered') await answer
    await signer.kill()
    await ended
    if (moment === 'answered') throw new Error('The signer cannot be reached: its answer is lost')
    return answer
  },
})

const chain = () => market.deposits.simulatedOf('bitcoin')!
/** Follows the chain once; a signer that is down or dies leaves withdrawals for the next time. */
const follow = () =>
  market.deposits.follow(NOW).catch((error: unknown) => {
    if (!String(error).includes('cannot be reached')) throw error
  })

it('pays each withdrawal once, whenever its signer is killed', async () => {
  const { uid } = await market.person()
  await giveCoins(market.db, uid, 'tBTC', 100_000_000n)
  const ids: string[] = []
  for (let n = 0; n < KILLS_EACH; n++)
    for (const moment of moments) {
      for (let more = 0; more < 3; more++) ids.push(await queueWithdrawal(market.db, chain(), { uid, now: NOW }))
      await signer.start()
      armed = { moment, after: n % 3 }
      await follow()
      expect(armed).toBeUndefined()
      await chain().mine()
    }
  await signer.start()
  for (let n = 0; n < 5; n++) {
    await follow()
    await chain().mine()
  }
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from withdrawals group by state`.execute(market.db)
  expect(rows).toEqual([{ state: 'done', n: ids.length }])
  const { rows: sent } = await sql<{ txid: string }>`
    select txid from simulated_transfers where network = 'bitcoin' and nonce is not null and height is not null
      and not dropped order by nonce`.execute(market.db)
  const { entries } = await readLog(signer.place.log, logKeyOf(SEED))
  expect(sent.map(({ txid }) => txid)).toEqual(entries.map(({ txid }) => txid))
  expect(entries.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(await unsound(market.db)).toEqual([])
})
