import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

it('the step of signing keeps the nonce of each withdrawal that is on its way', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0072'),
  )
  const [user, one, other] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
  await engine.run(`insert into users (id, email, username, password_hash) values ($1, 'a@b.test', 'A', '')`, [user])
  for (const id of [one, other])
    await engine.run(
      `insert into withdrawals (id, user_id, chain, network, asset, address, amount, fee, state, approvals, needed, at,
         ready_at, rev)
       values ($1, $2, 'simulated-tron', 'tron', 'tUSDT', 'test', 5, 1, 'sent', 0, 3, now(), now(), 1)`,
      [id, user],
    )
  const payout = `insert into payouts (chain, txid, withdrawal_id, nonce, rate, raw, height)
    values ('simulated-tron', $1, $2, $3, $4, '', 0)`
  await engine.run(payout, ['first', one, 3, 10])
  await engine.run(payout, ['its replacement', one, 3, 16])
  await engine.run(payout, ['second', other, 4, 10])
  await migrate(engine.run, steps)
  expect((await engine.run('select * from simulated_nonces order by nonce', [])).rows).toEqual([
    { network: 'tron', payment_id: one, nonce: 3 },
    { network: 'tron', payment_id: other, nonce: 4 },
  ])
  await engine.close()
})
