import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
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
