import { sql } from 'kysely'
import type { PayingChain } from '../../chains/chain.ts'
import type { Db } from '../../db/tables/tables.ts'

// The paying wallet also sends gas to deposit addresses (server/sweeps). Its transactions are in the order of their
// nonces, whatever they are for.

/** Gas that is to be sent, or whose transaction is not confirmed yet: its units, and the highest rate of these. */
export async function waitingGas(db: Db, { id }: PayingChain): Promise<{ units: bigint; rate: bigint | undefined }[]> {
  const { rows } = await sql<{ units: string; rate: string | null }>`
    select s.gas::text as units, max(t.rate)::text as rate
    from sweeps s left join sweep_transactions t on t.sweep_id = s.id and t.part = 'gas'
    where s.chain = ${id}::text and s.gas_id is not null group by s.id
    having bool_and(t.txid is null) and s.state = 'planned' or bool_and(t.txid is not null and not t.done)`.execute(db)
  return rows.map(({ units, rate }) => ({ units: BigInt(units), rate: rate === null ? undefined : BigInt(rate) }))
}

/** A withdrawal or the sweep of an address, whose stored transaction spends any of these of the paying wallet. */
export async function otherSpender(
  db: Db,
  { id: chain }: PayingChain,
  spends: readonly string[],
  besides: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select 'pays withdrawal ' || withdrawal_id as text from payouts
    where chain = ${chain}::text and spends && ${[...spends]}::text[] and withdrawal_id <> ${besides}::uuid
    union all
    select 'sends gas for sweep ' || sweep_id from sweep_transactions
    where chain = ${chain}::text and part = 'gas' and spends && ${[...spends]}::text[] and sweep_id <> ${besides}::uuid
    limit 1`.execute(db)
  return rows[0]?.text
}

/**
 * Whether the signer's answer to a withdrawal, or about gas for a sweep, was wrong, and is not repaired. On a chain
 * whose transactions wait for those before them, nothing is paid until it is. `besides`: the sweep that is looked at.
 */
export async function isAlarmedOn(db: Db, { id: chain, wallet }: PayingChain, besides?: string): Promise<boolean> {
  if (!wallet?.isOrdered) return false
  const { rows } = await sql`
    select 1 from withdrawals where chain = ${chain}::text and state = 'queued' and why = 'signerAlarm'
    union all
    select 1 from sweeps where chain = ${chain}::text and alarm and id is distinct from ${besides ?? null}::uuid
    limit 1`.execute(db)
  return rows.length > 0
}
