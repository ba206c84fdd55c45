import { grantCause, takenBackCause } from '#contract/wallet/posting-causes.ts'
import { sql } from 'kysely'
import { assetOf, isTest, unitsOf, type Asset, type Coin } from '#contract/coins/assets.ts'
import { usesReal, type RealNetworks } from '../chains/real.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { available, TEST_MINT } from './accounts.ts'
import { readSetting } from '../market/settings.ts'
import { balances, post, transfer } from './ledger.ts'

/** The test money of a new account (units): 25,000 USDT. */
export const TEST_MONEY = 25_000_000_000n

/** Whether orders are paid in test money: unless a network of real coins is on. */
export const paysTest = async (db: Db | Tx): Promise<boolean> => (await readSetting(db, 'paysReal')) === 0

/** The asset of a coin in which orders are paid. */
export const paidIn = async (db: Db | Tx, coin: Coin): Promise<Asset> => assetOf(coin, await paysTest(db))

/** An amount of the market's currency (cents) in test USDT, one for a dollar. */
export const toPay = (cents: number) => ({ asset: assetOf('USDT', true), units: unitsOf(cents) })

/** Gives a person money to try the market with, once; false when they had it already. */
export const grantTestMoney = (
  tx: Tx,
  userId: string,
  amount = TEST_MONEY,
  asset: Asset & `t${string}` = 'tUSDT',
): Promise<boolean> =>
  post(tx, grantCause(userId, asset), [
    { account: TEST_MINT, asset, amount: -amount },
    { account: available(userId), asset, amount },
  ])

/** Takes what is left of a person's test money back to where it came from, because they leave. */
export async function takeTestMoneyBack(tx: Tx, userId: string): Promise<void> {
  const from = available(userId)
  for (const [asset, amount] of await balances(tx, from))
    if (isTest(asset)) await transfer(tx, { cause: takenBackCause(userId, asset), from, to: TEST_MINT, amount, asset })
}

/** Whether a row's asset is test money, as SQL of its column. */
export const isTestSql = sql<boolean>`asset like 't%'`

/** Whether a person has, or had, money that is worth nothing. */
export async function holdsTestMoney(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_heads where account = ${available(userId)}::text and ${isTestSql} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether the market has ever granted test money, or converted the dollars that it granted before. */
export async function hasGranted(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_entries where cause like 'grant:test:%' or cause like 'converted:%' limit 1`.execute(db)
  return rows.length > 0
}

/** How many accounts hold test money now: persons', stores' and orders'. */
export async function testMoneyHolders(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct account)::int as n from ledger_heads where ${isTestSql} and balance > 0`.execute(db)
  return rows[0]!.n
}

/**
 * Whether new accounts get test money: as TEST_MONEY says; unset, in a demo, and where grants are still held. Never
 * beside a real network.
 */
export const givesTestMoney = async (
  db: Db,
  { testMoney, demo, ...networks }: RealNetworks & { testMoney?: boolean | undefined; demo?: unknown },
): Promise<boolean> =>
  !usesReal(networks) &&
  (testMoney ?? (demo !== undefined || ((await testMoneyHolders(db)) > 0 && (await hasGranted(db)))))
