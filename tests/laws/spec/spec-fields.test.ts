import { describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { groupCart } from '#contract/cart/rules.ts'
import { login, Profile } from '#contract/account/schema.ts'
import { Address } from '#contract/addresses/schema-row.ts'
import { articleCategory, articleDetail, ArticleGroup } from '#contract/articles/schema.ts'
import { Product, ProductDetail, Review, Store } from '#contract/catalogue/schema.ts'
import { merchantApply } from '#contract/merchants/schema.ts'
import { AddressDefault, CartLine } from '#contract/sync/schema-rows.ts'
import { Site } from '#contract/site/schema.ts'
import { headersOf } from '#worker/wire/wire.ts'

// Specification §3 and §7, written out by hand: the fields of each entity, by the names that they have in the contract.
// Where the specification names a field itself, that is its name here.

type Shaped = { shape: object }

const specified: readonly [entity: string, schema: Shaped, fields: string][] = [
  ['login response', login.output as unknown as Shaped, 'userinfo'],
  ['profile response', Profile, 'userinfo money'],
  ['website settings', Site, 'web_name service_url footer_news'],
  ['footer news item', ArticleGroup, 'id pid'],
  ['articles of a category', articleCategory.input as unknown as Shaped, 'ids'],
  ['article', articleDetail.input as unknown as Shaped, 'article_id'],
  ['cart line', CartLine, 'id shopId num'],
  ['address', Address, 'country province city detail zip recipient mobile'],
  ['default address', AddressDefault, 'id'],
  [
    'merchant registration',
    merchantApply.payload as unknown as Shaped,
    'storeName documentNumber realName pictures code agreed contract strokes',
  ],
  ['product', Product, 'ladder sales monthlySales minimum multiple stock choices'],
  ['product in full', ProductDetail, 'shipping taxBasisPoints variants counts positiveRate'],
  ['review', Review, 'kind pictures'],
  ['store', Store, 'credit sales products followers'],
]

describe('the fields of the specification (§3, §7)', () => {
  it.each(specified)('of a %s', (_entity, { shape }, fields) => {
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it('the user of a login response has the token, and the counts of reviews their kinds', () => {
    const { userinfo } = login.output.shape
    expect(Object.keys(userinfo.shape)).toContain('token')
    expect(Object.keys(ProductDetail.shape.counts.shape)).toEqual(['withImage', 'positive', 'medium', 'negative'])
  })

  it('of a merchant registration: the logo, and the three pictures of a document', () => {
    expect(merchantApply.files!.of({ pictures: { logo: 'a', front: 'b', back: 'c', holding: 'd' } } as never)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  it('of the cart as it is grouped: shopId, shopName, goods, checkes', () => {
    const line = { id: 7, shopId: 2, variantId: 0, num: 3, ticked: true, seenPrice: 100, currency: 'USD', at: 1 }
    expect(groupCart([line], () => 'A store')).toEqual([
      { shopId: 2, shopName: 'A store', goods: [line], checkes: [true] },
    ])
  })

  it('of a language: its code, its name and an icon of its own', () => {
    expect(locales.map(({ code, name }) => [code, name])).toContainEqual(['ar', 'العربية'])
    const icons = locales.map(({ icon }) => icon)
    expect(new Set(icons).size).toBe(locales.length)
    for (const icon of icons) expect(icon).toMatch(/^\p{L}{1,2}$/u)
  })

  it('of a call: the headers token and Accept-Language', () => {
    expect(headersOf({ token: 'abc', language: 'ar' })).toEqual({ token: 'abc', 'Accept-Language': 'ar' })
    expect(headersOf({ token: undefined, language: 'en' })).toEqual({ 'Accept-Language': 'en' })
  })
})
