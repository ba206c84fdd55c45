import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from './db/open.ts'
import { nextStep } from './next-step.ts'

let open: OpenDatabase
beforeAll(async () => {
  open = await openDatabase()
})
afterAll(() => open.close())

it('an empty market says how to get its first operator, and nothing once there is one', async () => {
  const address = 'https://market.example'
  expect(await nextStep(open.db, { address, dataDir: "/srv/bazaar's data" })).toBe(
    [
      "Next: register at https://market.example/register, then make that account the market's first operator:",
      String.raw`  DATA_DIR='/srv/bazaar'\''s data' npm run market -- operator add <your mail address>`,
      'The code it prints opens /operator. All other steps: docs/real-market.md',
    ].join('\n'),
  )
  expect(await nextStep(open.db, { address, dataDir: resolve('data') })).toContain('\n  npm run market -- operator add')
  const { id } = await open.db
    .insertInto('users')
    .values({ id: randomUUID(), email: 'ana@example.test', username: 'Ana', password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await open.db
    .insertInto('operators')
    .values({ user_id: id, rights: ['orders'], entered_at: null, since: new Date(), code_hash: null, code_until: null })
    .execute()
  expect(await nextStep(open.db, { address, dataDir: '/srv/market' })).toBeUndefined()
})
