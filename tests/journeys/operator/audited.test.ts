import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { asking } from '../../support/people/quotes.ts'
import { act } from '../../support/device/world.ts'

// An act of the operator and its entry in the audit log are one transaction: an act that cannot be written down is not
// done.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await sql`
    create function refuse_entry() returns trigger language plpgsql
      as $$ begin raise exception 'no entry can be written'; end $$`.execute(market.db)
  await sql`create trigger refuse_entry before insert on audit_log for each row execute function refuse_entry()`.execute(
    market.db,
  )
})
afterAll(() => market.close())

const command = (...args: string[]) => operate(market.db, args, Date.now())
const count = async (table: 'messages' | 'site_messages' | 'talk_lines'): Promise<number> =>
  Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(market.db)).rows[0]!.n)

it('a message whose entry cannot be written reaches nobody', async () => {
  const { email } = await market.person()
  await expect(command('message', email, 'en', 'Title', 'Text')).rejects.toThrow('no entry')
  await expect(command('message', 'all', 'en', 'Title', 'Text')).rejects.toThrow('no entry')
  expect([await count('messages'), await count('site_messages')]).toEqual([0, 0])
})

it('a quote whose answer cannot be written down waits on', async () => {
  const b = await newBuyer(market)
  const asked = asking(b)
  await act(b.tab, 'quote.ask', asked)
  await settled(b)
  await expect(command('quote', asked.id, 'offer', '4.50')).rejects.toThrow('no entry')
  await expect(command('quote', asked.id, 'decline', 'Sold out')).rejects.toThrow('no entry')
  expect(await market.db.selectFrom('quotes').select('state').where('id', '=', asked.id).execute()).toEqual([
    { state: 'open' },
  ])
  await b.device.end()
})

it('an answer that cannot be written down is not given', async () => {
  const token = await market.login(await market.person())
  const talk = crypto.randomUUID()
  const line = { id: crypto.randomUUID(), talk, to: 0, subject: null, text: 'How do I pay?' }
  expect((await market.call('/api/talk/send', line, token)).code).toBe(1)
  await expect(command('answer', talk, 'With your balance.')).rejects.toThrow('no entry')
  expect(await count('talk_lines')).toBe(1)
})
