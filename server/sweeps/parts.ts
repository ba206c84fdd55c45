import type { SpentIn, GasOf } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import type { SignAnswer, SignedTransaction, SignedTxids } from '../signer/protocol/protocol.ts'
import { sweepOf, type SweepingChain, type SweepRow } from './rows.ts'

/** A stored transaction. */
export interface StoredSweep {
  txid: string
  spends: readonly string[]
  rate: bigint
  raw: string
  /** The followed height when it was signed. */
  height: number
  done: boolean
}

/** The gas of a sweep, or its coins: transactions of which a chain takes one. */
export interface SweepPart {
  name: 'gas' | 'coins'
  /** The one that pays the network most last. */
  stored: readonly StoredSweep[]
  sign(rate: bigint): Promise<SignAnswer>
  /** All transactions that the signer has made for it. */
  signed(): Promise<SignedTxids>
  faultIn(signed: SignedTransaction): Promise<string | undefined>
  spentBy(spends: readonly string[]): Promise<SpentIn | undefined>
  /** The highest rate that can be paid for it; undefined where the signer knows. */
  mostRate(): Promise<bigint | undefined>
}

/** The parts of a sweep that have stored transactions. */
export async function sweepPartsOf(db: Db, chain: SweepingChain, row: SweepRow): Promise<SweepPart[]> {
  const all = await db
    .selectFrom('sweep_transactions')
    .select(['txid', 'part', 'spends', 'rate', 'raw', 'height', 'done'])
    .where('sweep_id', '=', row.id)
    .orderBy('rate')
    .execute()
  const storedOf = (name: SweepPart['name']): StoredSweep[] =>
    all.filter(({ part }) => part === name).map((one) => ({ ...one, rate: BigInt(one.rate) }))
  const [gas, coins] = [storedOf('gas'), storedOf('coins')]
  return [
    ...(gas.length > 0 && chain.sweeping.gas ? [gasPart(chain, row, gas)] : []),
    ...(coins.length > 0 ? [coinsPart(chain, row, coins)] : []),
  ]
}

function gasPart(
  chain: SweepingChain,
  { index, address, gas: units, gas_id: id }: SweepRow,
  stored: StoredSweep[],
): SweepPart {
  const gas = chain.sweeping.gas!
  const asked: GasOf = { id: id!, index, address, amount: BigInt(units) }
  return {
    ...{ name: 'gas', stored },
    sign: (rate) => gas.sign(asked, rate),
    signed: () => chain.signer.signed(asked.id),
    faultIn: (signed) => gas.faultIn(signed, asked),
    spentBy: (spends) => chain.spentBy(spends),
    mostRate: async () => undefined,
  }
}

function coinsPart({ sweeping, signer }: SweepingChain, row: SweepRow, stored: StoredSweep[]): SweepPart {
  const sweep = sweepOf(row)
  return {
    ...{ name: 'coins', stored },
    sign: (rate) => sweeping.sign(sweep, rate),
    signed: () => signer.signed(row.id),
    faultIn: (signed) => sweeping.faultIn(signed, sweep),
    spentBy: (spends) => sweeping.spentBy(sweep, spends),
    mostRate: () => sweeping.mostRate(sweep),
  }
}
