import { randomUUID } from 'node:crypto'
import type { Market } from '../../support/servers/servers.ts'
import { sessionOf, simpleProducts, type Person } from './people.ts'

/** Places an order over the API, as another device of the person would; resolves to its id. */
export async function placeOrder(market: Market, person: Person): Promise<string> {
  const token = await sessionOf(market, person)
  const product = (await simpleProducts(market, 30)).find((p) => p.currency === 'USD' && p.price * p.minimum < 200_000)!
  const addressId = randomUUID()
  const patch = {
    country: 'LB',
    province: 'LB-JA',
    city: 'Tyre',
    detail: 'Lighthouse lane 77',
    zip: '1601',
    recipient: 'Zephyrine',
    mobile: '+9613123456',
  }
  const address = await market.call('/api/aera/addEdit', { id: addressId, patch, baseRev: 0 }, token)
  if (address.code !== 1) throw new Error(`no address could be added: ${address.msg}`)
  const clientOrderId = randomUUID()
  const much = 100_000_000
  const order = await market.call(
    '/api/order/place',
    {
      clientOrderId,
      shopId: product.storeId,
      addressId,
      currency: 'USD',
      lines: [{ id: product.id, variantId: 0, num: product.minimum, price: much }],
      remark: '',
      goods: much,
      shipping: much,
      tax: much,
      total: much,
    },
    token,
  )
  if (order.code !== 1) throw new Error(`no order could be placed: ${order.msg}`)
  return `${clientOrderId}:${product.storeId}`
}
