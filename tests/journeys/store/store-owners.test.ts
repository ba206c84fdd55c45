import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember } from '#server/members/members.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop } from '../../support/market/orders.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(() => market.close())

async function owner(shopId: number) {
  const person = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, shopId, person.uid, 'owner'))
  return { ...person, token: await market.login(person) }
}

it.each([
  ['both delete their accounts', true],
  ['one deletes the account, the other leaves', false],
])('a store keeps an owner when %s at the same moment', async (_what, both) => {
  for (let i = 0; i < 8; i++) {
    const shop = await makeShop(market.db, [])
    const [one, two] = [await owner(shop.shopId), await owner(shop.shopId)]
    const gone = ({ password, token }: typeof one) => market.call('/api/user/delete', { password }, token)
    const left = ({ uid, token }: typeof one) =>
      market.call('/api/store/member/leave', { id: uid }, token, { headers: { Store: shop.uid } })
    const answers = await Promise.all([gone(one), both ? gone(two) : left(two)])
    expect(answers.map(({ code }) => code === 1).toSorted()).toEqual([false, true])
    expect(answers.find(({ code }) => code !== 1)!.data).toMatchObject({ reason: 'lastOwner' })
    const owners = await market.db
      .selectFrom('store_members')
      .select('user_id')
      .where('store_id', '=', shop.shopId)
      .where('role', '=', 'owner')
      .where('ended_at', 'is', null)
      .execute()
    expect(owners).toHaveLength(1)
  }
})
