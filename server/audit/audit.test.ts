import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { audit, AUDIT_DAYS, byCommand, purgeAudit } from './audit.ts'
import { readAudit } from './read-audit.ts'

// Entries go by their order, once so many days have been counted after them. The time in one of them says nothing: a
// machine may begin without its clock.

const DAY = 86_400_000
const BEGAN = Date.UTC(2026, 0, 1)
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** An entry, dated so many days from now. */
const write = async (what: string, days = 0): Promise<void> => {
  await market.db
    .transaction()
    .execute((tx) => audit(tx, { ...byCommand, what, subject: 'x', before: null, after: null }))
  if (days === 0) return
  // As a machine with a wrong clock would have written it: with its time in its hash.
  await sql`alter table audit_log disable trigger audit_kept`.execute(market.db)
  await sql`update audit_log a set at = a.at + make_interval(days => ${days}::int) where what = ${what}`.execute(
    market.db,
  )
  await sql`update audit_log a set hash = audit_hash(a) where what = ${what}`.execute(market.db)
  await sql`alter table audit_log enable trigger audit_kept`.execute(market.db)
}
const entries = async (): Promise<string[]> =>
  (await market.db.selectFrom('audit_log').select('what').orderBy('id').execute()).map(({ what }) => what)
const whole = async () => (await readAudit(market.db, { limit: 1, check: true })).whole

it('keeps each for as many days as were counted after it, whatever time it says', async () => {
  await write('first, without a clock', -20_000)
  await write('second')
  await write('ahead of time', 5_000)
  await write('without a clock', -AUDIT_DAYS - 10)
  await write('last of the first day')
  const all = await entries()
  expect(await purgeAudit(market.db, BEGAN)).toBe(0)
  await write('second day')
  await write('newest', -20_000)
  // The market is started again and again, on one day, and once with a clock that has gone back.
  for (const at of [1, 2, DAY, DAY + 1, -3 * DAY]) expect(await purgeAudit(market.db, BEGAN + at)).toBe(0)
  for (let day = 2; day < AUDIT_DAYS - 1; day++) await purgeAudit(market.db, BEGAN + day * DAY)
  expect([await entries(), await whole()]).toEqual([[...all, 'second day', 'newest'], true])
  expect(await purgeAudit(market.db, BEGAN + AUDIT_DAYS * DAY)).toBe(all.length)
  expect([await entries(), await whole()]).toEqual([['second day', 'newest'], true])
  // The newest stays, for the next entry to name.
  for (let day = 1; day < 5; day++) await purgeAudit(market.db, BEGAN + (AUDIT_DAYS + day) * DAY)
  await write('much later')
  expect([await entries(), await whole()]).toEqual([['newest', 'much later'], true])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_days`.execute(market.db)
  expect(rows[0]!.n).toBe(AUDIT_DAYS + 1)
})

it('the database lets nobody shorten it before', async () => {
  await expect(sql`delete from audit_log where what = 'much later'`.execute(market.db)).rejects.toThrow('append-only')
})
