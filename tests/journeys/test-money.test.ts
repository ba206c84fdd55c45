import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import {
  available,
  earned,
  escrow,
  grantTestMoney,
  takeTestMoneyBack,
  testMoneyHolders,
  transfer,
} from '#server/ledger/ledger.ts'
import type { Mail } from '#server/mail.ts'
import { createMarket, type Market } from '#server/market.ts'
import { codeIn } from '../support/accounts.ts'

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

it('is given once to each new account while it is on, and cannot be turned off while somebody holds some', async () => {
  const without = await open(undefined)
  expect(await registered(without, 'a@example.test')).toMatchObject({ amount: 0, test: false })
  await without.close()

  const on = await open(true)
  expect(await registered(on, 'b@example.test')).toMatchObject({ amount: 2_500_000, test: true })
  await on.close()

  await expect(open(false)).rejects.toThrow(/TEST_MONEY cannot be 0 here: accounts that hold test money are 1/)
  // Unsaid, it stays on.
  const still = await open(undefined)
  expect(await registered(still, 'c@example.test')).toMatchObject({ amount: 2_500_000, test: true })
  await still.close()
})

it('is held, too, by the store that was paid with it and by an order that is not over', async () => {
  const other = await mkdtemp(join(tmpdir(), 'caravan-test-money-moved-'))
  const at = (testMoney: boolean | undefined) =>
    createMarket({ dataDir: other, mailer: { send: async () => {} }, testMoney })
  const market = await at(true)
  const [buyer, order, store] = [available('b1'), escrow('o1'), earned(1)]
  await market.db.transaction().execute((tx) => grantTestMoney(tx, 'b1', 500, 'USD'))
  await moved(market, 'paid', buyer, order)
  expect(await testMoneyHolders(market.db)).toBe(1)
  await moved(market, 'received', order, store)
  await market.close()
  await expect(at(false)).rejects.toThrow(/accounts that hold test money are 1/)

  // Given back and taken out again, nobody holds any.
  const back = await at(undefined)
  await moved(back, 'refunded', store, buyer)
  await back.db.transaction().execute((tx) => takeTestMoneyBack(tx, 'b1', 'USD'))
  expect(await testMoneyHolders(back.db)).toBe(0)
  await back.close()
  await (await at(false)).close()
  await rm(other, { recursive: true, force: true })
})

const moved = (market: Market, cause: string, from: string, to: string) =>
  market.db.transaction().execute((tx) => transfer(tx, { cause, from, to, amount: 500, currency: 'USD' }))
