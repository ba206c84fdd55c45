import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables.ts'

// The one place that writes the ledger's tables. Double entry: money only moves between accounts, so
// that all postings together are zero in every currency.

/** One side of an entry: minor units that an account gains (or loses, below zero). */
export interface Posting {
  account: string
  currency: string
  amount: number
}

/** What a balance is counted in. */
export const BALANCE_CURRENCY = MARKET_CURRENCY

/** The account of what a person may spend. */
export const available = (userId: string): string => `user:${userId}:available`
/** The account of what was paid for an order and is not the shop's yet. */
export const escrow = (orderId: string): string => `escrow:${orderId}`
/** The account of what a store has earned. */
export const earned = (storeId: number): string => `store:${storeId}:available`

/** What a new account may try the market with where it gives test money: 25,000 dollars, in cents. */
export const TEST_MONEY = 2_500_000
/** Where money that is worth nothing comes from. */
const TEST_MINT = 'mint:test'

/** Throws unless the postings are integers, each account once per currency, that add up to zero per currency. */
function assertBalanced(postings: readonly Posting[]): void {
  if (postings.length < 2) throw new Error('An entry has at least two postings')
  const sums = new Map<string, bigint>()
  const seen = new Set<string>()
  for (const { account, currency, amount } of postings) {
    if (!Number.isSafeInteger(amount) || amount === 0)
      throw new Error(`A posting of ${amount} ${currency} to ${account} is no amount`)
    const key = `${currency} ${account}`
    if (seen.has(key)) throw new Error(`Two postings of ${currency} to ${account}`)
    seen.add(key)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount))
  }
  for (const [currency, sum] of sums)
    if (sum !== 0n) throw new Error(`Postings of ${currency} add up to ${sum}, not to zero`)
}

/**
 * Writes one entry; false when an entry of this cause is already there, and then nothing is written.
 * Two transactions with one cause: the second waits for the first.
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
    .values(postings.map(({ account, currency, amount }) => ({ entry_id: entry.id, account, currency, amount })))
    .execute()
  return true
}

/** An amount that moves from one account to another, and what for. */
export interface Transfer {
  cause: string
  from: string
  to: string
  amount: number
  currency: string
}

/**
 * Moves money that is there. The caller holds the lock under which both accounts change (a person's and
 * their orders': the owner's feed), has seen that it is enough, and that its cause has not happened yet:
 * anything else is a bug and thrown. An amount of zero moves nothing.
 */
export async function transfer(tx: Tx, { cause, from, to, amount, currency }: Transfer): Promise<void> {
  if (amount === 0) return
  if (amount < 0) throw new Error(`A transfer of ${amount} ${currency}`)
  if (
    !(await post(tx, cause, [
      { account: from, currency, amount: -amount },
      { account: to, currency, amount },
    ]))
  )
    throw new Error(`${cause} is in the ledger already`)
  const left = await balance(tx, from, currency)
  if (left < 0) throw new Error(`${cause} would leave ${from} at ${left} ${currency}`)
}

/** What an account holds of a currency, in minor units. */
export async function balance(db: Db, account: string, currency: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from ledger_postings
      where account = ${account}::text and currency = ${currency}::text`.execute(db)
  return rows[0]!.sum
}

/** Gives a person money to try the market with, once per currency; false when they had it already. */
export async function grantTestMoney(tx: Tx, userId: string, amount: number, currency: string): Promise<boolean> {
  return post(tx, `grant:test:${userId}:${currency}`, [
    { account: TEST_MINT, currency, amount: -amount },
    { account: available(userId), currency, amount },
  ])
}

/** Whether a person was ever given test money of a currency: what they hold of it is then worth nothing. */
export async function holdsTestMoney(db: Db, userId: string, currency: string): Promise<boolean> {
  const found = await db
    .selectFrom('ledger_postings as mine')
    .innerJoin('ledger_postings as mint', 'mint.entry_id', 'mine.entry_id')
    .select('mine.entry_id')
    .where('mine.account', '=', available(userId))
    .where('mine.currency', '=', currency)
    .where('mint.account', '=', TEST_MINT)
    .where('mint.currency', '=', currency)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Takes what is left of a person's test money back to where it came from, because they leave. */
export async function takeTestMoneyBack(tx: Tx, userId: string, currency: string): Promise<void> {
  const left = await balance(tx, available(userId), currency)
  await transfer(tx, {
    cause: `grant:test:${userId}:${currency}:back`,
    from: available(userId),
    to: TEST_MINT,
    amount: left,
    currency,
  })
}

/** Whether some test money is out: its mint owes of a currency. */
export async function isTestMoneyOut(db: Db): Promise<boolean> {
  const { rows } = await sql<{ out: boolean }>`
    select exists (select from ledger_postings where account = ${TEST_MINT}::text
      group by currency having sum(amount) < 0) as out`.execute(db)
  return rows[0]!.out
}

/**
 * How many accounts may hold test money now: persons', stores' and what is held of orders. Money is not told apart once
 * it has moved, so that while some of a currency is out, whoever holds any of it may hold that.
 */
export async function testMoneyHolders(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with out as (
      select currency from ledger_postings where account = ${TEST_MINT}::text group by currency having sum(amount) < 0)
    select count(distinct account)::bigint as n from (
      select account from ledger_postings where currency in (select currency from out) and account <> ${TEST_MINT}::text
        group by account, currency having sum(amount) > 0) holders`.execute(db)
  return rows[0]!.n
}
