import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { grantTestMoney } from '#server/ledger/test-money.ts'
import { unitsOf } from '#contract/coins/assets.ts'
import { writeSetting } from '#server/market/settings.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { giveFundPassword } from '../../support/market/fund-password.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { createEffectLog } from './effect-log.ts'

export interface Person {
  uid: string
  email: string
  password: string
}
/** Each person's test money at the start (cents). */
export const MONEY = 500_000
/** Each person's test ether at the start (units). */
export const ETHER = 2n * 10n ** 18n
/** The market's fee (basis points). */
const FEE = 257
const PASSWORD = 'a long enough one'

/** The market of a process, which all its histories use one after another. */
export interface Shop {
  market: TestMarket
  /** Which moment it is there (Unix ms). */
  clock: { now(): number }
  persons(count: number): Promise<Person[]>
  stores(): Promise<TestShop[]>
  close(): Promise<void>
}

/** Opens it. */
export async function openShop(): Promise<Shop> {
  const clock = { now: () => Date.now() }
  const market = await openTestMarket({
    now: () => clock.now(),
    anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 100 },
  })
  await createEffectLog(market.db)
  await operate(market.db, ['rate', 'ETH', '3000.01', 'fixed'], 0)
  await operate(market.db, ['rate', 'BTC', '60000', 'fixed'], 0)
  await operate(market.db, ['newAddressHours', '0'], 0)
  // Payments in blocks before the first followed one are never seen, and nobody has an address by then.
  await market.deposits.follow(0)
  await operate(market.db, ['setting', 'loan_terms', 'USD 400-4000 3,6,12 8.5'], 0)
  // Cheap, because every history signs in a few times.
  const password_hash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  return {
    market,
    clock,
    persons: async (count) => {
      const persons = Array.from({ length: count }, () => ({ uid: randomUUID(), password: PASSWORD })).map((p) => ({
        ...p,
        email: `${p.uid}@example.test`,
      }))
      await market.db
        .insertInto('users')
        .values(persons.map((p) => ({ id: p.uid, email: p.email, username: 'Somebody', password_hash })))
        .execute()
      await market.db.transaction().execute(async (tx) => {
        await writeSetting(tx, 'feeRate', FEE)
        for (const p of persons) {
          await grantTestMoney(tx, p.uid, unitsOf(MONEY))
          await grantTestMoney(tx, p.uid, ETHER, 'tETH')
          await giveFundPassword(tx, p.uid)
        }
      })
      return persons
    },
    stores: async () => [
      await makeShop(market.db, [
        { stock: 200 },
        { stock: 40 },
        {
          stock: 12,
          ladder: [
            { from: 1, price: 700 },
            { from: 5, price: 600 },
          ],
        },
      ]),
      await makeShop(market.db, [{ stock: 90 }, { variants: [{ stock: 20 }, { stock: 5, extra: 100 }] }], {
        shipping: 300,
        tax: 800,
      }),
    ],
    close: () => market.close(),
  }
}
