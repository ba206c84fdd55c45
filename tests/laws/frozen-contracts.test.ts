import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROTOCOL } from '#contract/schema/sync.ts'
import { demoLogins } from '#server/db/seed/buyers.ts'
import { seedIfEmpty } from '#server/db/seed/demo.ts'
import { faultOf, frozenContract, frozenVersions } from '../support/frozen-contract.ts'
import { openTestMarket, type TestMarket } from '../support/market.ts'

// What a device of each released version makes of the answers of today's server (law 13). A version's contract is
// frozen with `npm run freeze` and never made anew.

const demo = demoLogins[0]!
const incarnation = 'frozen-device'
const address = {
  country: 'DE',
  province: 'DE-BE',
  city: 'Berlin',
  detail: 'Torstraße 2',
  zip: '10119',
  recipient: 'Robin',
  mobile: '+4930123456',
}

/** A market with something in every table that a device reads, and what its calls name. */
interface Scene {
  market: TestMarket
  uid: string
  token: string
  code: string
  product: number
  store: number
  order: string
}

async function openScene(): Promise<Scene> {
  const market = await openTestMarket()
  await seedIfEmpty(market.db, { dataDir: undefined, progress: () => undefined })
  const token = await market.login({ ...demo, uid: '' })
  const { id: uid } = await market.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demo.email)
    .executeTakeFirstOrThrow()
  const good = await market.db
    .selectFrom('products as p')
    .innerJoin('variants as v', 'v.product_id', 'p.id')
    .innerJoin('reviews as r', 'r.product_id', 'p.id')
    .select(['p.id', 'p.store_id', 'p.currency', 'v.id as variant'])
    .where('p.currency', '=', 'USD')
    .where('v.stock', '>', 1000)
    .orderBy('p.id')
    .executeTakeFirstOrThrow()
  await market.call('/api/ems/send?email=new@example.test&event=register', undefined, undefined, { method: 'GET' })
  const code = /\d{6}/.exec(market.mails.at(-1)!.text)![0]
  const scene = { market, uid, token, code, product: good.id, store: good.store_id, order: '' }
  return { ...scene, order: await placeOrder(scene, good) }
}

/** The person's own things, by pushes: one of every table of the feed. */
async function placeOrder(
  { market, uid, token }: Scene,
  good: { id: number; store_id: number; currency: string; variant: number },
): Promise<string> {
  const { detail } = (await market.call('/api/index/pro_info', { id: good.id })).data as {
    detail: {
      product: { minimum: number; ladder: { from: number; price: number }[] }
      variants: { id: number; extra: number }[]
      shipping: number
      taxBasisPoints: number
    }
  }
  const addressId = randomUUID()
  const clientOrderId = randomUUID()
  const line = { id: good.id, shopId: good.store_id, variantId: good.variant }
  const num = detail.product.minimum
  const step = detail.product.ladder.findLast(({ from }) => from <= num)!
  const price = step.price + detail.variants.find((v) => v.id === good.variant)!.extra
  const goods = price * num
  const tax = Math.round((goods * detail.taxBasisPoints) / 10_000)
  const intents: [string, unknown][] = [
    ['favourite.set', { id: good.id, on: true }],
    ['follow.set', { id: good.store_id, on: true }],
    ['cart.add', { ...line, num, price, currency: good.currency }],
    ['address.put', { id: addressId, patch: address, baseRev: 0 }],
    ['address.default', { id: addressId }],
    [
      'order.place',
      {
        clientOrderId,
        shopId: good.store_id,
        addressId,
        currency: good.currency,
        lines: [{ id: good.id, variantId: good.variant, num, price }],
        goods,
        shipping: detail.shipping,
        tax,
        total: goods + detail.shipping + tax,
        remark: '',
      },
    ],
    // Refused: a product that is not there.
    ['favourite.set', { id: 2_000_000_000, on: true }],
  ]
  const answer = await market.call(
    '/api/sync/push',
    {
      v: PROTOCOL,
      uid,
      incarnation,
      now: 0,
      intents: intents.map(([name, payload], i) => ({ seq: i + 1, name, payload, createdAt: 0 })),
    },
    token,
  )
  const { results } = answer.data as { results: { outcome: string }[] }
  expect(results.map((r) => r.outcome)).toEqual([...Array<string>(6).fill('accepted'), 'refused'])
  return `${clientOrderId}:${good.store_id}`
}

/** What each call is asked with, as devices of the released versions ask; logging out comes last. */
const asked: Record<string, (scene: Scene) => object> = {
  'catalogue.home': () => ({}),
  'catalogue.products': () => ({ sort: 'all' }),
  'catalogue.categories': () => ({}),
  'catalogue.rates': () => ({}),
  'catalogue.product': ({ product }) => ({ id: product }),
  'catalogue.details': ({ product }) => ({ ids: [product] }),
  'catalogue.reviews': ({ product }) => ({ id: product, filter: 'all' }),
  'catalogue.store': ({ store }) => ({ id: store }),
  'catalogue.stores': ({ store }) => ({ ids: [store] }),
  'catalogue.changes': () => ({}),
  'search.products': () => ({ query: 'a', sort: 'best' }),
  'search.stores': () => ({ query: 'Harbour' }),
  'area.read': () => ({}),
  'user.register': ({ code }) => ({ username: 'New', email: 'new@example.test', code, password: 'a long enough one' }),
  'user.emailCode': () => ({ email: 'other@example.test', event: 'register' }),
  'user.login': () => ({ email: demo.email, password: demo.password }),
  'user.profile': () => ({}),
  'user.index': () => ({}),
  'user.change': () => ({ username: 'Robin' }),
  'user.sessions': () => ({}),
  'user.endSession': () => ({ id: 'others' }),
  'user.followedStores': () => ({}),
  'address.index': () => ({}),
  'order.pay': ({ order }) => ({ ids: [order], password: demo.password }),
  'sync.push': ({ uid, product }) => ({
    v: 1,
    uid,
    incarnation,
    now: 0,
    intents: [{ seq: 20, name: 'favourite.set', payload: { id: product, on: false }, createdAt: 0 }],
  }),
  'sync.pull': () => ({ cursor: '0', incarnation }),
  'sync.void': ({ uid }) => ({ uid, incarnation, seq: 900 }),
  'sync.adopt': ({ uid }) => ({ uid, incarnation, to: 'another-device', seqs: [1, 901] }),
  'sync.lost': ({ uid }) => ({ uid, incarnation, intents: [{ seq: 902, createdAt: 0 }] }),
  'user.logout': () => ({}),
}
/** Lists that must hold something, or their rows would not have been tried. */
const filled: Record<string, readonly string[]> = {
  'catalogue.home': ['daily', 'products', 'stores'],
  'catalogue.products': ['products', 'stores'],
  'catalogue.categories': ['categories'],
  'catalogue.rates': ['rates'],
  'catalogue.product': ['reviews', 'related'],
  'catalogue.details': ['details', 'stores'],
  'catalogue.reviews': ['reviews'],
  'search.products': ['products', 'categoryIds'],
  'search.stores': ['stores'],
  'user.sessions': ['sessions'],
  'user.endSession': ['sessions'],
  'user.followedStores': ['stores'],
  'address.index': ['addresses'],
  'area.read': ['areas'],
  'order.pay': ['rows'],
  'sync.push': ['results'],
  'sync.pull': ['changes', 'outcomes'],
  'sync.adopt': ['results'],
}

describe.each(frozenVersions)("today's server answers a device of version %s", async (version) => {
  const frozen = await frozenContract(version)
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene()
  }, 120_000)
  afterAll(() => scene.market.close())

  it('and every call of that version is tried', () => {
    expect(Object.keys(frozen.endpoints).filter((name) => !asked[name])).toEqual([])
  })

  for (const name of Object.keys(asked).filter((call) => frozen.endpoints[call]))
    it(`and it can read what ${name} says`, async () => {
      const { method, path, access, output } = frozen.endpoints[name]!
      const input = asked[name]!(scene)
      const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const answer = await scene.market.call(
        path + query,
        method === 'GET' ? undefined : input,
        access === 'session' ? scene.token : undefined,
        { method },
      )
      // A server that no longer speaks their protocol tells them to update, whatever they ask of their feed.
      const outdated = frozen.PROTOCOL !== PROTOCOL && name.startsWith('sync.')
      expect(answer.code, answer.msg).toBe(outdated ? 426 : 1)
      expect(faultOf(frozen, output, answer), 'raise PROTOCOL, or answer so that they can read it').toBeUndefined()
      const data = answer.data as Record<string, unknown[]>
      if (!outdated) expect((filled[name] ?? []).filter((list) => !(data[list]!.length > 0))).toEqual([])
    })

  it('and a fault would be found', () => {
    const { output } = frozen.endpoints['user.index']!
    const userinfo = { id: randomUUID(), email: '', username: '', avatar: null, language: 'en', createdAt: 0 }
    const answer = (data: unknown) => ({ code: 1, msg: '', data })
    expect(faultOf(frozen, output, answer({ userinfo }))).toBeUndefined()
    expect(faultOf(frozen, output, answer({ userinfo: { ...userinfo, createdAt: 'today' } }))).toContain('createdAt')
    expect(faultOf(frozen, output, { code: '1', msg: '', data: {} })).toBe('the envelope cannot be read')
  })
})
