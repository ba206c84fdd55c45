import { statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signerAt } from '#server/signer/protocol/client.ts'
import { readLog } from '#server/signer/log/log.ts'
import type { Signer } from '#server/signer/protocol/protocol.ts'
import { logKeyOf } from '#server/signer/seed.ts'
import { unsound } from '../../support/market/orders.ts'
import { createSignerProcess, SEED, type SignerProcess } from '../../support/servers/signer-process.ts'
import { FEE, openTronMarket, SOLID, type TronMarket } from '../../support/tron/paying.ts'
import { onDouble, tronAddressNamed, tronSettings } from '../../support/tron/signing.ts'

// The market pays USDT on Tron through a signer in a process of its own, which is killed around each step of a
// signature. Each of its starts compares its log with when its wallet has sent a transaction last.

/** When it is killed: asked for a transaction, with that on its disk, or answered, with the answer lost. */
const moments = ['asked', 'logged', 'answered'] as const
const TO = tronAddressNamed('a person')

let signer: SignerProcess
let market: TronMarket
let armed: (typeof moments)[number] | undefined
beforeAll(async () => {
  signer = await createSignerProcess({})
  market = await openTronMarket(async (tron) => {
    await signer.configure(tronSettings(onDouble(tron)))
    return mortal(signerAt(signer.place.socket))
  }, Date.now())
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

it('pays each withdrawal once, whenever its signer is killed', async () => {
  const ids: string[] = []
  for (const moment of moments) {
    for (let more = 0; more < 2; more++) ids.push(await market.withdraw(10_000_000n, TO))
    await signer.start()
    armed = moment
    await follow()
    expect(armed).toBeUndefined()
    market.tron.mine()
  }
  await signer.start()
  for (let n = 0; n < SOLID + 3; n++) {
    await follow()
    market.tron.mine()
  }
  await follow()
  expect(await Promise.all(ids.map(async (id) => (await market.row(id)).state))).toEqual(ids.map(() => 'done'))
  expect(market.at(TO)).toBe(BigInt(ids.length) * (10_000_000n - FEE))
  const { entries } = await readLog(signer.place.log, logKeyOf(SEED))
  expect(entries.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(new Set(entries.map(({ txid }) => txid)).size).toBe(ids.length)
  expect(entries.every(({ txid }) => market.tron.blockOf(txid) !== undefined)).toBe(true)
  expect(await unsound(market.db)).toEqual([])
})
