import { statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signerAt } from '#server/signer/protocol/client.ts'
import { readLog } from '#server/signer/log/log.ts'
import type { Signer } from '#server/signer/protocol/protocol.ts'
import { logKeyOf } from '#server/signer/seed.ts'
import { FEE, openPayingMarket, type PayingMarket } from '../../support/bitcoin/paying.ts'
import { addressNamed, bitcoinSettings } from '../../support/bitcoin/signing.ts'
import { unsound } from '../../support/market/orders.ts'
import { createSignerProcess, SEED, type SignerProcess } from '../../support/servers/signer-process.ts'

// The market pays BTC through a signer in a process of its own, which is killed around each step of a signature. Each
// of its starts compares its log with what its wallet has sent.

/** When it is killed: asked for a transaction, with that on its disk, or answered, with the answer lost. */
const moments = ['asked', 'logged', 'answered'] as const
const TO = addressNamed('a person')

let signer: SignerProcess
let market: PayingMarket
let armed: (typeof moments)[number] | undefined
beforeAll(async () => {
  signer = await createSignerProcess({})
  market = await openPayingMarket(mortal(signerAt(signer.place.socket)))
  await signer.configure(bitcoinSettings({ api: market.regtest.settings.api }))
})
afterAll(async () => {
  await market.close()
  await signer.close()
})

/** A signer that is killed when it is armed. */
const mortal = (inner: Signer): Signer => ({
  ...inner,
  async sign(payment) {
    if (!armed) return inner.sign(payment)
    const moment = armed
    armed = undefined
    const length = (): number => statSync(signer.place.log).size
    const before = length()
    const answer = inner.sign(payment)
    const ended = answer.catch(() => undefined)
    if (moment === 'logged') while (length() === before) await turn()
    if (moment === 'answered') await answer
    await signer.kill()
    await ended
    if (moment === 'answered') throw new Error('The signer cannot be reached: its answer is lost')
    return answer
  },
})

/** Follows the chain once; a signer that is down or dies leaves withdrawals for the next time. */
const follow = () =>
  market.follow().catch((error: unknown) => {
    if (!String(error).includes('cannot be reached')) throw error
  })

it('pays each withdrawal once, whenever its signer is killed, and starts with its whole log alone', async () => {
  await market.fund(300_000, 300_000, 300_000, 300_000)
  const ids: string[] = []
  for (const moment of moments) {
    for (let more = 0; more < 2; more++) ids.push(await market.withdraw(100_000, TO))
    await signer.start()
    armed = moment
    await follow()
    expect(armed).toBeUndefined()
    market.regtest.mine()
  }
  await signer.start()
  for (let n = 0; n < 6; n++) {
    await follow()
    market.regtest.mine()
  }
  await follow()
  expect(await Promise.all(ids.map(async (id) => (await market.row(id)).state))).toEqual(ids.map(() => 'done'))
  expect(market.at(TO)).toBe(BigInt(ids.length) * (100_000n - FEE))
  const { entries } = await readLog(signer.place.log, logKeyOf(SEED))
  expect(entries.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const spent = entries.flatMap(({ spends }) => spends)
  expect(new Set(spent).size).toBe(spent.length)
  expect(entries.every(({ txid }) => market.regtest.blockOf(txid) !== undefined)).toBe(true)
  expect(await unsound(market.db)).toEqual([])
})
