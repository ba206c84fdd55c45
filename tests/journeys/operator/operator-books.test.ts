import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BookCheck } from '#contract/ledger/schema-operator.ts'
import { post } from '#server/ledger/ledger.ts'
import { sealBook } from '#server/ledger/seals.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'

// Operators check the whole ledger from their desk: it says that the book is right, or which entries are wrong.

const NOW = 1_800_000_000_000

let market: TestMarket
let cashier: Operator
beforeAll(async () => {
  market = await openTestMarket()
  cashier = await operatorWith(market, ['money'])
  for (const n of [1, 2, 3]) await move(n)
  await sealBook(market.db, NOW)
})
afterAll(() => market.close())

const move = (n: number): Promise<boolean> =>
  market.db.transaction().execute((tx) =>
    post(tx, `moved ${n}`, [
      { account: 'outside:test', asset: 'tUSDT', amount: -100n },
      { account: 'store:1:available', asset: 'tUSDT', amount: 100n },
    ]),
  )

interface Books {
  last: BookCheck | null
  busy: boolean
}
const ask = async (input: object = {}): Promise<Books> => (await cashier.ask('ledger', input)).data as Books
const check = async (): Promise<BookCheck> => {
  const begun = await ask({ check: true })
  if (begun.busy) await expect.poll(async () => (await ask()).busy, { timeout: 30_000 }).toBe(false)
  return (await ask()).last!
}

/** Runs a change of the tables as somebody with the database's password makes it, past all triggers. */
const tamper = (change: string): Promise<void> =>
  market.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(change).execute(tx)
  })

describe('the books at the desk', () => {
  it('are not checked before anybody asks', async () => {
    expect(await ask()).toEqual({ last: null, busy: false })
  })

  it('are right, with what they hold, and stay so for who looks later', async () => {
    await move(4)
    const found = await check()
    const { entries } = await market.db
      .selectFrom('ledger_entries')
      .select(({ fn }) => fn.countAll<number>().as('entries'))
      .executeTakeFirstOrThrow()
    expect(found).toMatchObject({ right: true, faults: [], entries: Number(entries), unsealed: 1, signatures: true })
    expect(await ask()).toEqual({ last: found, busy: false })
  })

  it('name what was changed from outside, and are right again once it is undone', async () => {
    await tamper(`update ledger_postings set amount = amount + 1 where account = 'store:1:available' and seq = 2`)
    const { right, faults } = await check()
    expect(right).toBe(false)
    expect(faults.map(({ kind }) => kind)).toEqual(['sum', 'link', 'sealContent'])
    expect(faults.find(({ kind }) => kind === 'link')?.ids).toContain('store:1:available tUSDT 2')
    await tamper(`update ledger_postings set amount = amount - 1 where account = 'store:1:available' and seq = 2`)
    expect(await check()).toMatchObject({ right: true, faults: [] })
  })

  it('list a few faults of a kind, and how many more there are', async () => {
    for (let n = 5; n <= 12; n++) await move(n)
    await tamper(`update ledger_postings set amount = amount + 1 where account = 'outside:test'`)
    const sums = (await check()).faults.find(({ kind }) => kind === 'sum')
    expect([sums?.ids.length, sums?.more]).toEqual([5, 7])
  })

  it('are not shown to an operator without the right to money', async () => {
    const { ask: asked } = await operatorWith(market, ['orders'])
    expect(await asked('ledger', { check: true })).toMatchObject({ data: { reason: 'noRight' } })
  })
})
