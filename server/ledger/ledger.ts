import { sql } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import type { Db, Tx } from '../db/tables/tables.ts'

// The one place that writes the ledger's tables. Double entry: money only moves between accounts, so that all postings
// together are zero in every asset. The database links each posting to the one before it in its account, and lets
// nobody's balance fall below zero (migration 0067).

/** One side of an entry: units of an asset that an account gains (or loses, below zero). */
export interface Posting {
  account: string
  asset: Asset
  amount: bigint
}

/** Throws unless the postings add up to zero per asset, each account once per asset. */
function assertBalanced(postings: readonly Posting[]): void {
  if (postings.length < 2) throw new Error('An entry has at least two postings')
  const sums = new Map<Asset, bigint>()
  const seen = new Set<string>()
  for (const { account, asset, amount } of postings) {
    if (amount === 0n) throw new Error(`A posting of 0 ${asset} to ${account} is no amount`)
    const key = `${asset} ${account}`
    if (seen.has(key)) throw new Error(`Two postings of ${asset} to ${account}`)
    seen.add(key)
    sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  }
  for (const [asset, sum] of sums) if (sum !== 0n) throw new Error(`Postings of ${asset} add up to ${sum}, not to zero`)
}

/** Accounts in one order for everybody: two entries may wait for each other, and never both. */
const inOrder = (a: Posting, b: Posting): number =>
  a.account < b.account ? -1 : a.account > b.account ? 1 : a.asset < b.asset ? -1 : 1

/**
 * Writes one entry; false when an entry of this cause is already there, and then nothing is written. Two transactions
 * with one cause: the second waits for the first.
 *
 * @throws When it would leave the balance of a person, a store or an order below zero.
 */
export async function post(tx: Tx, cause: string, postings: readonly Posting[]): Promise<boolean> {
  assertBalanced(postings)
  const entry = await tx
    .insertInto('ledger_entries')
    .values({ cause })
    .onConflict((oc) => oc.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!entry) return false
  await tx
    .insertInto('ledger_postings')
    .values(
      postings
        .toSorted(inOrder)
        .map(({ account, asset, amount }) => ({ entry_id: entry.id, account, asset, amount: String(amount) })),
    )
    .execute()
  return true
}

/** An amount (units of an asset) that moves from one account to another, and its cause. */
export interface LedgerTransfer {
  cause: string
  from: string
  to: string
  amount: bigint
  asset: Asset
}

/**
 * Moves money that is there. The caller holds the lock under which both accounts change (a person's and their orders':
 * the owner's feed), and has seen that it is enough and that its cause has not happened yet: anything else is a bug and
 * thrown. An amount of zero moves nothing.
 */
export async function transfer(tx: Tx, { cause, from, to, amount, asset }: LedgerTransfer): Promise<void> {
  if (amount === 0n) return
  if (amount < 0n) throw new Error(`A transfer of ${amount} ${asset}`)
  const written = await post(tx, cause, [
    { account: from, asset, amount: -amount },
    { account: to, asset, amount },
  ])
  if (!written) throw new Error(`${cause} is in the ledger already`)
}

/** The balance of a person, a store or an order in an asset (units). */
export async function balance(db: Db | Tx, account: string, asset: Asset): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`
    select balance::text from ledger_heads where account = ${account}::text and asset = ${asset}::text`.execute(db)
  return BigInt(rows[0]?.balance ?? 0)
}

/** The balances of a person, a store or an order by asset (units), without those that are zero. */
export async function balances(db: Db | Tx, account: string): Promise<Map<Asset, bigint>> {
  const { rows } = await sql<{ asset: Asset; balance: string }>`
    select asset, balance::text from ledger_heads where account = ${account}::text and balance > 0
    order by asset`.execute(db)
  return new Map(rows.map((row) => [row.asset, BigInt(row.balance)]))
}
