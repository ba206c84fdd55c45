import { sql, type Selectable } from 'kysely'
import { coinOf } from '#contract/coins/assets.ts'
import { canMoveSweep, type SweepEnd, type SweepState } from '#contract/reserves/sweeps.ts'
import type { PayingChain, SweepOf, Sweeping } from '../chains/chain.ts'
import type { SweepTables } from '../db/tables/sweeps.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { retried } from '../db/retry.ts'
import type { SignedTransaction } from '../signer/protocol/protocol.ts'

/** A sweep of one deposit address. */
export type SweepRow = Selectable<SweepTables['sweeps']>

/** A chain on which the market collects deposits. */
export type SweepingChain = PayingChain & { sweeping: Sweeping }

/** Whether the market can collect on a chain. */
export const isSweeping = (chain: PayingChain | undefined): chain is SweepingChain => chain?.sweeping !== undefined

/** The most sweeps that are chosen at once: those of two runs. */
const A_ROUND = 400

/** The sweeps of a chain that a condition chooses, the oldest first. */
export const chosenSweeps = async (db: Db, { id }: PayingChain, where: ReturnType<typeof sql>): Promise<SweepRow[]> =>
  (
    await sql<SweepRow>`
      select id, run_id, chain, network, index, address, asset, amount::text, destination, spends, state, reason,
        gas::text, gas_id, asking, alarm, txid, confirmations, needed, at, ended_at
      from sweeps s where chain = ${id}::text and ${where} order by at, id limit ${sql.lit(A_ROUND)}`.execute(db)
  ).rows

/** A sweep as its chain needs it. */
export const sweepOf = ({ id, index, address, asset, amount, spends, destination: to }: SweepRow): SweepOf => ({
  ...{ id, index, address, coin: coinOf(asset), amount: BigInt(amount), spends, to },
})

/**
 * Changes a sweep that is still in one of some states. Returns the result of `work`; undefined where it is in another
 * state by now.
 */
export const whileSweepIn = <T>(
  db: Db,
  { id }: Pick<SweepRow, 'id'>,
  states: readonly SweepState[],
  work: (tx: Tx, row: SweepRow) => Promise<T>,
): Promise<T | undefined> =>
  retried(() =>
    db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('sweeps').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      return row && states.includes(row.state) ? work(tx, row) : undefined
    }),
  )

/** Columns that change with a sweep's state. */
type Changed = Partial<Pick<SweepRow, 'confirmations' | 'alarm'> & Record<'txid' | 'gas' | 'gas_id' | 'asking', string>>

/** Writes columns of a sweep, whose row the caller has locked. */
export const writeSweep = async (tx: Tx, { id }: Pick<SweepRow, 'id'>, changed: Changed): Promise<void> => {
  await tx.updateTable('sweeps').set(changed).where('id', '=', id).execute()
}

/** Moves a sweep to another state. `now` is Unix ms. @throws Error where that state cannot follow */
export async function moveSweep(
  tx: Tx,
  { id, state }: Pick<SweepRow, 'id' | 'state'>,
  to: Exclude<SweepState, 'ended'>,
  now: number,
  changed: Changed = {},
): Promise<void> {
  if (!canMoveSweep(state, to)) throw new Error(`A sweep that is ${state} cannot be ${to}`)
  const ended = to === 'done' && { ended_at: new Date(now) }
  await tx
    .updateTable('sweeps')
    .set({ ...changed, state: to, ...ended })
    .where('id', '=', id)
    .execute()
}

/** Ends a sweep, of which nothing more is signed. Its coins are where they were, or where another transaction went. */
export async function endSweep(
  tx: Tx,
  { id, state }: Pick<SweepRow, 'id' | 'state'>,
  reason: SweepEnd,
  now: number,
): Promise<void> {
  if (!canMoveSweep(state, 'ended')) throw new Error(`A sweep that is ${state} cannot end`)
  await tx
    .updateTable('sweeps')
    .set({ state: 'ended', reason, alarm: false, ended_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** Stores a signed transaction, before it is sent. */
export const storeSweep = (
  tx: Tx,
  { id, chain }: Pick<SweepRow, 'id' | 'chain'>,
  part: 'gas' | 'coins',
  { txid, spends, rate, raw }: SignedTransaction,
  height: number,
): Promise<unknown> =>
  tx
    .insertInto('sweep_transactions')
    .values({ chain, txid, sweep_id: id, part, spends, rate, raw, height })
    .onConflict((oc) => oc.doNothing())
    .execute()
