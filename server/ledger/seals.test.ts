import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import { checkBook } from './check.ts'
import { post } from './ledger.ts'
import { sealBook } from './seals.ts'

let market: TestMarket
let moved = 0
beforeAll(async () => {
  market = await openTestMarket()
  await move(100n)
})
afterAll(() => market.close())

const move = (amount: bigint): Promise<boolean> =>
  market.db.transaction().execute((tx) =>
    post(tx, `moved ${++moved}`, [
      { account: 'outside:test', asset: 'tUSDT', amount: -amount },
      { account: 'store:1:available', asset: 'tUSDT', amount },
    ]),
  )
const check = (db: Db | Tx) => checkBook(db, keysOf(market.db))
const seals = () => market.db.selectFrom('ledger_seals').select(['n', 'entries']).orderBy('n').execute()
const unsealed = async () =>
  (await market.db.selectFrom('ledger_entries').select('id').where('seal', 'is', null).execute()).length

describe('the book', () => {
  it('is sealed in batches, each after the one before it, and nothing twice', async () => {
    await sealBook(market.db, 1_800_000_000_000)
    const [first] = await seals()
    expect(await seals()).toEqual([{ n: 1, entries: first!.entries }])
    expect(await unsealed()).toBe(0)
    await sealBook(market.db, 1_800_000_001_000)
    expect(await seals()).toHaveLength(1)
    for (let n = 0; n < 3; n++) await move(5n)
    await Promise.all([1, 2, 3].map((n) => sealBook(market.db, 1_800_000_001_000 + n)))
    await sealBook(market.db, 1_800_000_002_000)
    expect((await seals()).reduce((sum, { entries }) => sum + entries, 0)).toBe(first!.entries + 3)
    expect(await unsealed()).toBe(0)
    expect(await check(market.db)).toEqual([])
  })

  it.each([
    ['an amount', `update ledger_postings set amount = amount + 1 where account = 'store:1:available' and seq = 2`],
    ['an account of the market', `update ledger_postings set account = 'outside:other' where account = 'outside:test'`],
    ['a cause', `update ledger_entries set cause = 'another' where cause = 'moved 1'`],
    ['a balance', `update ledger_heads set balance = balance + 1 where account = 'store:1:available'`],
    ['an entry that is gone', `delete from ledger_postings where account = 'store:1:available' and seq = 4`],
    ['a seal', `update ledger_seals set at = at + interval '1 second' where n = 1`],
    ['a signature that is missing', 'update ledger_seals set signature = null where n = 2'],
    ['a seal that is gone', 'delete from ledger_seals where n = 1'],
    ['a head that is gone', `delete from ledger_heads where account = 'store:1:available'`],
    ['a signature', `update ledger_seals set signature = 'AAAA' || substr(signature, 5) where n = 1`],
  ])('shows %s that somebody changed in the database', async (what, change) => {
    await expect(
      market.db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(change).execute(tx)
        const faults = await check(tx)
        throw new Error(`${what}: ${faults.join(' ')}`)
      }),
    ).rejects.toThrow(/does not|is not/)
    expect(await check(market.db)).toEqual([])
  })
})
