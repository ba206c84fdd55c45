import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { engineOptions, engineOver } from './pglite/engine.ts'

it('the step of reserves finds what simulated chains have forgotten, and nothing else', async () => {
  const engine = engineOver(await PGlite.create(engineOptions))
  const steps = readMigrations()
  await migrate(
    engine.run,
    steps.filter((m) => m.name < '0077'),
  )
  const user = 'aaaaaaaa-0000-4000-8000-000000000000'
  await engine.run(`insert into users (id, email, username, password_hash) values ($1, 'a@b.test', 'A', '')`, [user])
  for (const chain of ['simulated-tron', 'ethereum-1'])
    await engine.run('insert into deposit_addresses (chain, index, user_id, address) values ($1, 0, $2, $3)', [
      chain,
      user,
      `of ${chain}`,
    ])
  const deposit = `insert into deposits (chain, txid, n, user_id, asset, amount, height) values ($1, $2, $3, $4, $5, $6, $7)`
  await engine.run(deposit, ['simulated-tron', 'forgotten', 0, user, 'tUSDT', 5, 7])
  await engine.run(deposit, ['simulated-tron', 'forgotten', 1, user, 'tUSDT', 6, 7])
  await engine.run(deposit, ['simulated-tron', 'dropped', 0, user, 'tUSDT', 40, null])
  await engine.run(deposit, ['simulated-tron', 'kept', 65_536, user, 'tUSDT', 300, 8])
  await engine.run(deposit, ['ethereum-1', 'real', 0, user, 'USDT', 2_000, 9])
  await engine.run(
    `insert into simulated_transfers (network, txid, n, to_address, coin, amount, height)
     values ('tron', 'kept', 0, 'of simulated-tron', 'USDT', 300, 8)`,
    [],
  )
  await migrate(engine.run, steps)
  const { rows } = await engine.run('select network, address, coin, amount::text from simulated_past', [])
  expect(rows).toEqual([{ network: 'tron', address: 'of simulated-tron', coin: 'USDT', amount: '11' }])
  await engine.close()
})
