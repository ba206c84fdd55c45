import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../tests/support/market/market.ts'
import { catalogueTransaction } from './feed/catalogue-feed.ts'
import { catalogueRises, onCatalogueChange, onFeed } from './feed/listeners.ts'
import { ownerTransaction } from './feed/owner-feed.ts'

let markets: [TestMarket, TestMarket]
beforeAll(async () => {
  markets = [await openTestMarket(), await openTestMarket()]
})
afterAll(async () => {
  for (const market of markets) await market.close()
})

it('two markets in one process hear their own changes and not each other’s', async () => {
  const [{ db: mine }, { db: others }] = markets
  const person = await markets[0].person()
  const { id, ...same } = await mine
    .selectFrom('users')
    .select(['id', 'email', 'username', 'password_hash'])
    .where('id', '=', person.uid)
    .executeTakeFirstOrThrow()
  await others
    .insertInto('users')
    .values({ id, ...same })
    .execute()
  const heard: string[] = []
  onFeed(mine, id, () => heard.push('my feed'))
  onFeed(others, id, () => heard.push('other feed'))
  onCatalogueChange(mine, () => heard.push('my catalogue'))
  onCatalogueChange(others, () => heard.push('other catalogue'))
  const before = catalogueRises(others)

  await ownerTransaction(mine, id, async () => undefined)
  await catalogueTransaction(mine, async () => undefined)
  expect(heard).toEqual(['my feed', 'my catalogue'])
  expect(catalogueRises(others)).toBe(before)

  await ownerTransaction(others, id, async () => undefined)
  await catalogueTransaction(others, async () => undefined)
  expect(heard.slice(2)).toEqual(['other feed', 'other catalogue'])
})
