import { randomUUID } from 'node:crypto'
import { ofEachField } from '#contract/addresses/fields.ts'
import { orderSums } from '#contract/orders/sums.ts'
import type { ProductDetail, Store } from '#contract/catalogue/schema.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import type { Market } from '../../tests/support/servers/servers.ts'
import { newPerson } from '../../tests/e2e/people/people.ts'

/** An account with one cancelled order, as heavy as orders get. */
export interface Account {
  uid: string
  token: string
  order: string
}

const LINES = 60

/** Makes an account. @throws when the market does not take its order */
export async function makeAccount(market: Market, incarnation: string): Promise<Account> {
  const { email, password } = await newPerson(market)
  const { userinfo } = (await market.call('/api/user/login', { email, password })).data as {
    userinfo: { token: string; id: string }
  }
  const { token, id: uid } = userinfo
  let seq = 0
  const push = async (name: string, payload: unknown): Promise<void> => {
    const intents = [{ seq: ++seq, name, payload, createdAt: Date.now() }]
    const body = { v: 1, schema: 6, uid, incarnation, now: Date.now(), intents }
    const [result] = ((await market.call('/api/sync/push', body, token)).data as { results: PushResult[] }).results
    if (result?.outcome !== 'accepted') throw new Error(`${name}: ${JSON.stringify(result)}`)
  }
  const addressId = randomUUID()
  const patch = ofEachField((field) => (field === 'country' ? 'NL' : field === 'mobile' ? '+31 6 12345678' : 'Quay'))
  await push('address.put', { id: addressId, patch, baseRev: 0 })
  const { goods, store } = await goodsOfOneStore(market)
  const wanted = goods.map((g) => ({ id: g.id, variantId: g.variants[0]?.id ?? 0, num: g.product.minimum }))
  const sums = orderSums(
    wanted,
    ({ id, variantId }) => {
      const g = goods.find((one) => one.id === id)!
      const extra = g.variants.find((v) => v.id === variantId)?.extra ?? 0
      return { ladder: g.product.ladder, minimum: g.product.minimum, multiple: g.product.multiple, extra }
    },
    { shipping: goods[0]!.shipping, taxBasisPoints: goods[0]!.taxBasisPoints },
  )
  const clientOrderId = randomUUID()
  const { shipping, tax, total } = sums
  await push('order.place', {
    ...{ clientOrderId, shopId: store.id, addressId, currency: goods[0]!.product.currency, remark: 'x'.repeat(500) },
    ...{ goods: sums.goods, shipping, tax, total },
    lines: sums.lines.map(({ id, variantId, num, price }) => ({ id, variantId, num, price })),
  })
  const order = orderRefOf(clientOrderId, store.id)
  await push('order.cancel', { id: order })
  return { uid, token, order }
}

async function goodsOfOneStore(market: Market): Promise<{ goods: ProductDetail[]; store: Store }> {
  type List = { ids: number[]; products: { storeId: number }[]; next: string | null }
  const first = (await market.call('/api/index/pro')).data as List
  const { storeId } = first.products[0]!
  const ids: number[] = []
  for (let after: string | null = ''; after !== null && ids.length < LINES;) {
    const page = (await market.call('/api/index/pro', { storeId, ...(after !== '' && { after }) })).data as List
    ids.push(...page.ids)
    after = page.next
  }
  const found = (await market.call('/api/index/pro_infos', { ids: ids.slice(0, LINES) })).data as {
    details: ProductDetail[]
    stores: Store[]
  }
  const goods = found.details.filter((d) => (d.variants[0]?.stock ?? d.product.stock) >= d.product.minimum * 20)
  return { goods, store: found.stores[0]! }
}
