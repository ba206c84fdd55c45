import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { assetOf, coinOf, type Asset } from '#contract/coins/assets.ts'
import type { ActOf } from '#contract/operator/schema-acts.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { eachOf } from '../turns/each-of.ts'
import { termsOf, type AllDepositTerms } from '../deposits/terms.ts'
import { retried } from '../db/retry.ts'
import { chooseSweeps, type ChosenSweep } from './choose.ts'
import type { SweepingChain } from './rows.ts'

// An operator begins to collect a coin. The addresses are chosen by whoever watches the chain, in one transaction, so
// that a crash leaves either the whole choice or a run that is still to be chosen for.

/** A coin that is to be collected. */
interface Run {
  id: string
  asset: Asset
  destination: string
  cost: string
  cost_asset: Asset
}

/** Begins to collect a coin; false where that was begun, and its addresses are not chosen yet. `now` is Unix ms. */
export const beginRun = (
  db: Db,
  { chain, network, asset, to: destination, cost, costAsset }: ActOf<'sweep'>,
  now: number,
  actor: Actor,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const id = randomUUID()
    const { rows } = await sql`
      insert into sweep_runs (id, chain, network, asset, destination, cost, cost_asset, at)
      values (${id}::uuid, ${chain}, ${network}, ${asset}, ${destination}, ${cost}::numeric, ${costAsset},
        ${new Date(now)}::timestamptz)
      on conflict (chain, asset) where ended_at is null do nothing returning id`.execute(tx)
    if (rows.length === 0) return false
    const after = { network, asset, destination, cost, costAsset }
    await audit(tx, { ...actor, what: 'sweep.begin', subject: `sweep:${id}`, before: null, after })
    return true
  })

/** Chooses the addresses of the runs that were begun on a chain. */
export async function chooseBegun(db: Db, chain: SweepingChain, terms: AllDepositTerms, now: number): Promise<void> {
  const { rows } = await sql<Run>`
    select id, asset, destination, cost::text, cost_asset from sweep_runs
    where chain = ${chain.id}::text and ended_at is null`.execute(db)
  if (rows.length === 0) return
  const { coins } = chain.sweeping
  const inOrder = rows.toSorted((a, b) => coins.indexOf(coinOf(a.asset)) - coins.indexOf(coinOf(b.asset)))
  await eachOf(inOrder, async (run) => {
    const to = await chain.sweeping.destination()
    if (to?.address !== run.destination) {
      console.error(`${run.asset} is not collected on ${chain.id}: the signer’s destination is another one by now`)
      return write(db, chain, run, { sweeps: [], needed: 0, now })
    }
    const coin = coinOf(run.asset)
    const { confirmations: needed } = termsOf(terms, chain.network, coin)
    const { chosen } = await chooseSweeps(db, chain, { coin, to, confirmations: needed, now })
    await write(db, chain, run, { sweeps: within(chain, run, chosen), needed, now })
  })
}

/** The first of some sweeps that together cost no more than the operators have seen. */
function within(chain: SweepingChain, { cost, cost_asset }: Run, chosen: readonly ChosenSweep[]): ChosenSweep[] {
  let left = BigInt(cost)
  return chosen.filter((one) => {
    if (assetOf(one.cost.coin, chain.test) !== cost_asset || one.cost.amount > left) return false
    left -= one.cost.amount
    return true
  })
}

/** Writes the sweeps of a run, unless another process has written them. */
const write = (
  db: Db,
  { id: chain, network }: SweepingChain,
  run: Run,
  { sweeps, needed, now }: { sweeps: readonly ChosenSweep[]; needed: number; now: number },
): Promise<void> =>
  retried(() =>
    db.transaction().execute(async (tx) => {
      const open = await tx
        .selectFrom('sweep_runs')
        .select('id')
        .where('id', '=', run.id)
        .where('ended_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!open) return
      const { asset, destination } = run
      const rows = sweeps.map(({ index, address, amount, spends }) => ({
        ...{ id: randomUUID(), run_id: run.id, chain, network, index, address, asset, destination, spends },
        ...{ amount: String(amount), state: 'planned' as const, needed, at: new Date(now) },
      }))
      let begun = 0
      for (const row of rows) {
        // Its address may be in another run by now.
        const written = await tx
          .insertInto('sweeps')
          .values(row)
          .onConflict((oc) => oc.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (written) begun++
      }
      await tx
        .updateTable('sweep_runs')
        .set({ begun, ended_at: new Date(now) })
        .where('id', '=', run.id)
        .execute()
    }),
  )
