import { hash } from '@node-rs/argon2'
import type { LocaleCode } from '#contract/text/locales.ts'
import { grantTestMoney } from '../ledger/test-money.ts'
import type { Tx } from '../db/tables/tables.ts'
import { insertRows } from '../db/insert-rows.ts'
import { seedMessages } from './messages.ts'

/** Demo buyers: who may log in to a fresh demo market. Shown at the start; worth nothing, their money is test money. */
export const demoLogins: readonly { email: string; password: string; username: string; language: LocaleCode }[] = [
  { email: 'demo@caravan.example', password: 'caravan-demo', username: 'Robin Demo', language: 'en' },
  { email: 'lin@caravan.example', password: 'caravan-demo', username: '林小芳', language: 'zh' },
  { email: 'amal@caravan.example', password: 'caravan-demo', username: 'أمل الحداد', language: 'ar' },
]

/** The stores that each of them follows from the beginning, by their place in the list. */
const followed = [
  [0, 6, 15],
  [9, 2],
  [5, 12, 16],
]

/** The store that each of them has written to, by its place: none asks their own. */
const writtenTo = [0, 2, 5]

/** Writes the demo buyers with their test money, the stores they follow and their first messages; returns their ids. */
export async function seedBuyers(tx: Tx, storeIds: readonly number[], now: number): Promise<string[]> {
  const buyers = await Promise.all(
    demoLogins.map(async (login) => ({ ...login, id: crypto.randomUUID(), passwordHash: await hash(login.password) })),
  )
  await insertRows(
    tx,
    'users',
    { id: 'uuid', email: 'text', username: 'text', password_hash: 'text', language: 'text', demo: 'boolean' },
    buyers.map((b) => ({
      id: b.id,
      email: b.email,
      username: b.username,
      password_hash: b.passwordHash,
      language: b.language,
      demo: true,
    })),
  )
  for (const buyer of buyers) await grantTestMoney(tx, buyer.id)
  // The fund password is the login password, so that a trial of the demo needs only one.
  await insertRows(
    tx,
    'fund_passwords',
    { user_id: 'uuid', hash: 'text', set_at: 'timestamptz' },
    buyers.map((b) => ({ user_id: b.id, hash: b.passwordHash, set_at: new Date(now).toISOString() })),
  )
  const follows = buyers.flatMap((buyer, i) =>
    followed[i]!.map((store, n) => ({
      user_id: buyer.id,
      store_id: storeIds[store],
      is_on: true,
      at: new Date(now - (n + 1) * 86_400_000).toISOString(),
      rev: n + 1,
    })),
  )
  await insertRows(
    tx,
    'feeds',
    { user_id: 'uuid', rev: 'bigint' },
    buyers.map((b, i) => ({ user_id: b.id, rev: followed[i]!.length + 1 })),
  )
  await insertRows(
    tx,
    'follows',
    { user_id: 'uuid', store_id: 'int', is_on: 'boolean', at: 'timestamptz', rev: 'bigint' },
    follows,
  )
  await seedMessages(
    tx,
    buyers.map((b, i) => ({ ...b, storeId: storeIds[writtenTo[i]!]!, rev: followed[i]!.length + 1 })),
    now,
  )
  return buyers.map((b) => b.id)
}
