import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { available, earned, escrow } from '#server/ledger/accounts.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { grantTestMoney, takeTestMoneyBack, testMoneyHolders } from '#server/ledger/test-money.ts'
import type { Mail } from '#server/mails/mail.ts'
import { createMarket, type Market } from '#server/market.ts'
import { codeIn } from '../../support/market/accounts.ts'

const folder = await mkdtemp(join(tmpdir(), 'caravan-test-money-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const mails: Mail[] = []
const open = (testMoney: boolean | undefined): Promise<Market> =>
  createMarket({ dataDir: folder, mailer: { send: async (mail) => void mails.push(mail) }, testMoney })

async function registered(market: Market, email: string): Promise<{ amount: number; test: boolean }> {
  const call = async (path: string, body?: object, token = ''): Promise<{ data: never }> =>
    (await (
      await market.fetch(
        new Request(`http://market${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { token },
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
    ).json()) as { data: never }
  await call(`/api/ems/send?email=${email}`)
  const { userinfo } = (
    await call('/api/user/register', {
      username: 'T',
      email,
      code: codeIn(mails.at(-1)),
      password: 'a long enough one',
    })
  ).data as { userinfo: { token: string } }
  return ((await call('/api/user/profile', {}, userinfo.token)).data as { money: { amount: number; test: boolean } })
    .money
}

it('is given once to each new account while it is on, and turning it off takes it from nobody', async () => {
  const without = await open(undefined)
  expect(await registered(without, 'a@example.test')).toMatchObject({ amount: 0, test: false })
  await without.close()

  const on = await open(true)
  expect(await registered(on, 'b@example.test')).toMatchObject({ amount: 2_500_000, test: true })
  await on.close()

  // Unsaid, it stays on while somebody holds some.
  const still = await open(undefined)
  expect(await registered(still, 'c@example.test')).toMatchObject({ amount: 2_500_000, test: true })
  await still.close()

  const off = await open(false)
  expect(await registered(off, 'd@example.test')).toMatchObject({ amount: 0, test: false })
  expect(await testMoneyHolders(off.db)).toBe(2)
  await off.close()
})

it('is held, too, by the store that was paid with it and by an order that is not over', async () => {
  const other = await mkdtemp(join(tmpdir(), 'caravan-test-money-moved-'))
  const market = await createMarket({ dataDir: other, mailer: { send: async () => {} } })
  const buyerId = randomUUID()
  const [buyer, order, store] = [available(buyerId), escrow('o1'), earned(1)]
  const moved = (cause: string, from: string, to: string) =>
    market.db.transaction().execute((tx) => transfer(tx, { cause, from, to, amount: 500n, asset: 'tUSDT' }))
  await market.db.transaction().execute((tx) => grantTestMoney(tx, buyerId, 500n))
  await moved('paid', buyer, order)
  expect(await testMoneyHolders(market.db)).toBe(1)
  await moved('received', order, store)
  expect(await testMoneyHolders(market.db)).toBe(1)

  // Given back and taken out again, nobody holds any.
  await moved('refunded', store, buyer)
  await market.db.transaction().execute((tx) => takeTestMoneyBack(tx, buyerId))
  expect(await testMoneyHolders(market.db)).toBe(0)
  await market.close()
  await rm(other, { recursive: true, force: true })
})
