import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROTOCOL } from '#contract/sync/schema.ts'
import { operatorRights } from '#contract/wire/operator-rights.ts'
import { seedIfEmpty } from '#server/seed/demo.ts'
import { asked, demo, filled, incarnation, refused, type Scene } from '../../support/frozen/asked.ts'
import { faultOf, frozenContract, frozenVersions } from '../../support/frozen/contract.ts'
import { openTestMarket } from '../../support/market/market.ts'
import { newOperator } from '../../support/market/operator.ts'

// A device of each released version can read the answers of today's server (law 13). A version's contract is frozen
// with `npm run freeze` and never made again.

const address = {
  country: 'DE',
  province: 'DE-BE',
  city: 'Berlin',
  detail: 'Torstraße 2',
  zip: '10119',
  recipient: 'Robin',
  mobile: '+4930123456',
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
  const operator = await newOperator(market, ...operatorRights)
  const scene = { market, uid, token, operator, code, product: good.id, store: good.store_id, order: '' }
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

describe.each(frozenVersions)("today's server answers a device of version %s", async (version) => {
  const frozen = await frozenContract(version)
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene()
  })
  afterAll(() => scene.market.close())

  it('and every call of that version is tried', () => {
    expect(Object.keys(frozen.endpoints).filter((name) => !asked[name] && !refused[name])).toEqual([])
  })

  /** The answer to one of that version's calls, asked as its pages ask. */
  async function ask(name: string, input: object) {
    const { method, path, access } = frozen.endpoints[name]!
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const token = access === 'anyone' ? undefined : access === 'operator' ? scene.operator : scene.token
    return scene.market.call(path + query, method === 'GET' ? undefined : input, token, { method })
  }

  for (const name of Object.keys(refused).filter((call) => frozen.endpoints[call]))
    it(`and it can read that ${name} is refused: ${refused[name]![0]}`, async () => {
      const answer = await ask(name, refused[name]![1])
      expect(frozen.Envelope.safeParse(answer).success).toBe(true)
      expect(answer.code, answer.msg).not.toBe(1)
      expect(answer.code).toBeLessThan(500)
      expect(answer.msg).not.toBe('')
    })

  for (const name of Object.keys(asked).filter((call) => frozen.endpoints[call]))
    it(`and it can read what ${name} says`, async () => {
      const answer = await ask(name, asked[name]!(scene))
      // A server that no longer speaks their protocol tells them to update, whatever they ask of their feed.
      const outdated = frozen.PROTOCOL !== PROTOCOL && name.startsWith('sync.')
      // The answer to somebody without a store has code 0; the data is there all the same (spec §8).
      const code = name === 'merchant.index' ? 0 : 1
      expect(answer.code, answer.msg).toBe(outdated ? 426 : code)
      const read = outdated ? answer : { ...answer, code: 1 }
      expect(
        faultOf(frozen, frozen.endpoints[name]!.output, read),
        'raise PROTOCOL, or answer so that they can read it',
      ).toBeUndefined()
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
