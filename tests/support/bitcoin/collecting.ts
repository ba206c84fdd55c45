import { depositAddressFor } from '#server/deposits/addresses.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { withoutWitnesses } from '#server/signer/protocol/bitcoin-transaction.ts'
import type { SignAnswer, Signer, Sweep } from '#server/signer/protocol/protocol.ts'
import { memorySigner, signerXpubs } from '../withdrawals/signing.ts'
import { NOW, openPayingMarket, withoutLimits } from './paying.ts'
import { inBlocks } from './pool.ts'
import { addressNamed } from './signing.ts'

/** A reserve address of the market's. */
export const COLD = addressNamed('a cold wallet')

/** A market on a regtest network whose deposit addresses are the signer's; `sweeps` replaces some of its settings. */
export async function openCollecting(sweeps: object = {}) {
  const config = withoutLimits({ sweeps: { to: 'wallet', transactions: 500, ...sweeps } })
  const memory = memorySigner(config)
  let hook: ((asked: Sweep, ask: () => Promise<SignAnswer>) => Promise<SignAnswer>) | undefined
  const signer: Signer = {
    ...memory,
    sweep: (asked) => (hook ? hook(asked, () => memory.sweep(asked)) : memory.sweep(asked)),
  }
  const market = await openPayingMarket(signer, { xpub: signerXpubs.bitcoin, reserves: [COLD] })
  const { db, regtest } = market
  await operate(db, ['setting', 'deposit_terms', 'bitcoin BTC 0.0001 3'], NOW)
  return {
    ...market,
    person: market.newPerson,
    memory,
    /** Has a test stand between the market and its signer. */
    hook: (next: typeof hook) => void (hook = next),
    /** A person with deposits of these amounts, each in a transaction of its own, that are credited. */
    async deposit(...amounts: number[]) {
      const { uid } = await market.newPerson()
      const address = await depositAddressFor(db, market.chain(), uid)
      for (const amount of amounts) regtest.send([[address, BigInt(amount)]])
      await market.mined(3)
      return { uid, address }
    },
    /** `npm run market -- sweep bitcoin …` */
    sweep: (...args: string[]) => operate(db, ['sweep', 'bitcoin', ...args], NOW, market),
    /** The sweeps of an address, the latest first. */
    sweepsOf: (address: string) =>
      db.selectFrom('sweeps').selectAll().where('address', '=', address).orderBy('at', 'desc').orderBy('id').execute(),
    /** The transaction that has made an output, in hexadecimal digits and without witnesses. */
    previousOf(outpoint: string): string {
      const [txid] = outpoint.split(':')
      const made = inBlocks(regtest.blocks).find(({ id }) => id === txid)
      return Buffer.from(withoutWitnesses(made!.raw)).toString('hex')
    },
    stored: (id: string) =>
      db.selectFrom('sweep_transactions').selectAll().where('sweep_id', '=', id).orderBy('rate').execute(),
  }
}
export type Collecting = Awaited<ReturnType<typeof openCollecting>>
