import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

const [user, one, other] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)

/** A database before a step, with two withdrawals, of which the first has two transactions. */
async function before(step: string) {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < step),
  )
  await engine.run(`insert into users (id, email, username, password_hash) values ($1, 'a@b.test', 'A', '')`, [user])
  const asked = step > '0075' ? ['asked_by,', '$2,'] : ['', '']
  for (const id of [one, other])
    await engine.run(
      `insert into withdrawals (id, user_id, ${asked[0]} chain, network, asset, address, amount, fee, state, approvals,
         needed, at, ready_at, rev)
       values ($1, $2, ${asked[1]} 'simulated-tron', 'tron', 'tUSDT', 'test', 5, 1, 'sent', 0, 3, now(), now(), 1)`,
      [id, user],
    )
  const payout = `insert into payouts (chain, txid, withdrawal_id, nonce, rate, raw, height)
    values ('simulated-tron', $1, $2, $3, $4, '', 0)`
  await engine.run(payout, ['first', one, 3, 10])
  await engine.run(payout, ['its replacement', one, 3, 16])
  await engine.run(payout, ['second', other, 4, 10])
  return { ...engine, migrateAll: () => migrate(engine.run, steps) }
}

it('the step of signing keeps the nonce of each withdrawal that is on its way', async () => {
  const engine = await before('0072')
  await engine.migrateAll()
  expect((await engine.run('select * from simulated_nonces order by nonce', [])).rows).toEqual([
    { network: 'tron', payment_id: one, nonce: 3 },
    { network: 'tron', payment_id: other, nonce: 4 },
  ])
  await engine.close()
})

it('the step of coins keeps the nonces of transactions, and those that blocks have used', async () => {
  const engine = await before('0078')
  await engine.run(`insert into chain_spent values ('ethereum-1', '0xA', 12, 100, 'used')`, [])
  await engine.migrateAll()
  expect((await engine.run('select txid, spends from payouts order by txid', [])).rows).toEqual([
    { txid: 'first', spends: ['3'] },
    { txid: 'its replacement', spends: ['3'] },
    { txid: 'second', spends: ['4'] },
  ])
  expect((await engine.run('select * from chain_spent', [])).rows).toEqual([
    { chain: 'ethereum-1', wallet: '0xA', spent: '12', height: 100, txid: 'used' },
  ])
  await engine.close()
})
