import { describe, expect, it } from 'vitest'
import { Unusable } from './fields.ts'
import { readItem, type Item } from './item.ts'

const bare = { sourceId: 'a1', name: 'Tea pot', price: '4.15', currency: 'GBP' }
const read = (more: Record<string, unknown>): Item => readItem({ ...bare, ...more }, { source: 'file', stock: 7 })
const reason = (record: Record<string, unknown>): string => {
  try {
    readItem(record, { source: 'file', stock: 0 })
    return 'imported'
  } catch (error) {
    if (error instanceof Unusable) return error.message
    throw error
  }
}

describe('an item', () => {
  it('needs an id, a name, a price and a currency; all else has its default', () => {
    expect(read({})).toEqual({
      sourceId: 'a1',
      source: 'file',
      language: 'en',
      title: 'Tea pot',
      description: '',
      brand: null,
      category: ['Other'],
      country: null,
      currency: 'GBP',
      ladder: [{ from: 1, price: 415 }],
      minimum: 1,
      stock: 7,
      attributes: [],
      variants: [],
      photographs: [],
    })
  })

  it('takes numbers for digits', () => {
    expect(read({ sourceId: 12, price: 4.5, stock: '30', moq: '6' })).toMatchObject({
      sourceId: '12',
      ladder: [{ from: 1, price: 450 }],
      stock: 30,
      minimum: 6,
    })
  })

  it.each([
    ['en-GB', 'en'],
    ['DE', 'de'],
    ['zh-Hans-CN', 'zh'],
    ['zh-Hant', 'tw'],
    ['zh-TW', 'tw'],
    ['fil', 'fil'],
    ['??', 'en'],
    [5, 'en'],
  ])('reads the language %s as %s', (lang, language) => {
    expect(read({ lang }).language).toBe(language)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no id', { name: 'x', price: '1', currency: 'USD' }, 'there is no sourceId'],
    ['an empty id', { ...bare, sourceId: '  ' }, 'sourceId is empty'],
    ['a list for an id', { ...bare, sourceId: ['a'] }, 'sourceId is not a text: ["a"]'],
    ['no name', { sourceId: 'a', price: '1', currency: 'USD' }, 'there is no name'],
    ['a name of tags only', { ...bare, name: '<b> </b>&nbsp;' }, 'name is empty'],
    ['a name of control characters only', { ...bare, name: '\u0000\u0007' }, 'name is empty'],
    ['no price', { ...bare, price: undefined }, 'there is no price'],
    ['an empty price', { ...bare, price: '' }, 'there is no price'],
    ['a price in words', { ...bare, price: 'ask' }, 'price is not a decimal number: "ask"'],
    ['a price with a group separator', { ...bare, price: '1,299.00' }, 'price is not a decimal number: "1,299.00"'],
    ['a negative price', { ...bare, price: '-3' }, 'price is not a decimal number: "-3"'],
    ['a price as an object', { ...bare, price: { amount: 3 } }, 'price is not a decimal number: {"amount":3}'],
    [
      'more decimals than the currency has',
      { ...bare, price: '4.155' },
      'price has more than the 2 decimals of GBP: "4.155"',
    ],
    [
      'decimals of a currency without any',
      { ...bare, price: '100.5', currency: 'JPY' },
      'price has more than the 0 decimals of JPY: "100.5"',
    ],
    ['a price of zero', { ...bare, price: '0.00' }, 'the price is zero'],
    ['a price beyond reckoning', { ...bare, price: '99999999999' }, 'price is too high: "99999999999"'],
    ['a price of a thousand digits', { ...bare, price: '9'.repeat(1000) }, `price is too high: "${'9'.repeat(58)}…`],
    ['no currency', { ...bare, currency: null }, 'there is no currency'],
    ['a sign for a currency', { ...bare, currency: '£' }, 'currency is not a currency\'s code: "£"'],
    ['a fraction of a piece in stock', { ...bare, stock: 2.5 }, 'stock is not a whole number: 2.5'],
    ['less than nothing in stock', { ...bare, stock: -1 }, 'stock is below 0: -1'],
    ['a minimum in words', { ...bare, moq: 'ten' }, 'moq is not a whole number: "ten"'],
    ['a list for a description', { ...bare, description: ['a'] }, 'description is not a text: ["a"]'],
    [
      'a variant with half a piece',
      { ...bare, variants: [{ sku: 's', stock: 0.5 }] },
      "a variant's stock is not a whole number: 0.5",
    ],
  ])('is refused with %s', (_what, record, why) => {
    expect(reason(record)).toBe(why)
  })

  it('keeps trailing zeros from counting as decimals', () => {
    expect(read({ price: '4.1500' }).ladder).toEqual([{ from: 1, price: 415 }])
    expect(read({ price: '100.0', currency: 'JPY' }).ladder).toEqual([{ from: 1, price: 100 }])
  })

  it('makes plain text of what shops write', () => {
    const item = read({
      name: ' Jack &amp; Jill&#8217;s\u0000 <b>Tea</b>\u202epot&nbsp;&reg; &unknown; ',
      description:
        '<p>One&lt;two.</p><ul><li>a</li><li>b</li></ul><script>alert(1)</script><!-- no --> 5 < 6 & <br/> end\r\n\r\n\r\nlast',
    })
    expect(item.title).toBe('Jack & Jill’s Tea pot ® &unknown;')
    expect(item.description).toBe('One<two.\na\nb\n\n5 < 6 &\nend\n\nlast')
  })

  it('cuts a title that is too long between words', () => {
    const { title } = read({ name: 'word '.repeat(100) })
    expect([title.length, title.endsWith('word…')]).toEqual([195, true])
  })

  it('leaves mojibake as it is and breaks no surrogates', () => {
    expect(read({ name: 'CafÃ© \ud800 🎁' }).title).toBe('CafÃ© � 🎁')
  })
})

describe('a category', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['a path', { category: ['Electronics', 'Cables'] }, ['Electronics', 'Cables']],
    ['derived by someone', { category: ['Electronics'], categoryDerived: true }, ['Electronics']],
    [
      'a derived path where there is none',
      { categoryDerived: ['Home &amp; Garden', 'Lamps'] },
      ['Home & Garden', 'Lamps'],
    ],
    ['only said to be derived', { categoryDerived: true }, ['Other']],
    ['empty', { category: [] }, ['Other']],
    ['a text with its levels', { category: 'Toys > Dolls' }, ['Toys', 'Dolls']],
    ['part of an address', { category: ['mens-shoes'] }, ['Mens shoes']],
    ['holes and wrong types', { category: ['A', null, '', {}, 'B'] }, ['A', 'B']],
    ['too deep', { category: ['1', '2', '3', '4', '5', '6', '7', '8'] }, ['1', '2', '3', '4', '5', '6']],
  ])('is %s', (_what, more, category) => {
    expect(read(more).category).toEqual(category)
  })
})

describe('a ladder', () => {
  it('begins with the price, ascends in quantity, and only ever becomes cheaper', () => {
    const priceTiers = [
      { minQty: 1, price: '8.29', seen: 25 },
      { minQty: 14, price: '3.75' },
      { minQty: 6, price: '2.75' },
      { minQty: 1, price: '3.25' },
      { minQty: 60, price: '2.5' },
    ]
    expect(read({ priceTiers }).ladder).toEqual([
      { from: 1, price: 415 },
      { from: 6, price: 275 },
      { from: 60, price: 250 },
    ])
  })

  it('takes of several for a quantity the one seen most, else the lowest, and leaves out what cannot be read', () => {
    const priceTiers = [
      { minQty: 10, price: '3.00', seen: 1 },
      { minQty: 10, price: '4.00', seen: 9 },
      { minQty: 20, price: '3.9' },
      { minQty: 20, price: '3.8' },
      { minQty: 30, price: 'x' },
      { minQty: 'many', price: '1' },
      null,
      5,
      { minQty: 40, price: '0' },
      { minQty: 2.5, price: '1' },
    ]
    expect(read({ priceTiers }).ladder).toEqual([
      { from: 1, price: 415 },
      { from: 10, price: 400 },
      { from: 20, price: 380 },
    ])
  })
})

describe('variants', () => {
  it('cost at least the ladder’s price, and share the stock that they do not name', () => {
    const item = read({
      price: '10',
      currency: 'USD',
      stock: 20,
      variants: [
        { sku: 's', name: 'S', price: '9' },
        { sku: 'm', name: 'M', price: '10', stock: 5 },
        { sku: 's', name: 'XL' },
        'junk',
        {},
      ],
    })
    expect(item.ladder).toEqual([{ from: 1, price: 900 }])
    expect(item.variants).toEqual([
      { sku: 's', name: 'S', extra: 0, stock: 8 },
      { sku: 'm', name: 'M', extra: 100, stock: 5 },
      { sku: 's-2', name: 'XL', extra: 100, stock: 7 },
    ])
    expect(item.stock).toBe(20)
  })

  it('are every combination of options where none is listed', () => {
    const names = (options: unknown): string[] => read({ options }).variants.map((v) => v.name)
    expect(names({ Size: ['S', 'M'], Colour: ['red'] })).toEqual(['S / red', 'M / red'])
    expect(names([{ name: 'Size', values: ['S', 40] }])).toEqual(['S', '40'])
    expect(names('none')).toEqual([])
  })
})

describe('attributes', () => {
  it('have names for people and values as texts; packaging and codes are among them', () => {
    expect(
      read({
        ean: ['0123'],
        model: 'M-1',
        packaging: { perPack: 6, perCase: 60, packageWeight: 240 },
        attributes: {
          product_colour: 'Black &amp; white',
          wireless: true,
          dimensions__wxdxh_: '',
          page_yield: 23000.0,
          deep: { a: 1 },
        },
      }).attributes,
    ).toEqual([
      { name: 'EAN', value: '0123' },
      { name: 'Model', value: 'M-1' },
      { name: 'Per pack', value: '6' },
      { name: 'Per case', value: '60' },
      { name: 'Product colour', value: 'Black & white' },
      { name: 'Wireless', value: 'Yes' },
      { name: 'Page yield', value: '23000' },
    ])
    expect(read({ attributes: [{ name: 'Size', value: 5 }, 7] }).attributes).toEqual([{ name: 'Size', value: '5' }])
  })

  it('knows where its photographs lie: each address once, few, and no other kind', () => {
    const images = ['https://a.example/1', 'javascript:alert(1)', 'file:///x', 7, 'http://a.example/2', 'nonsense']
    expect(read({ image: 'https://a.example/1', images }).photographs).toEqual([
      'https://a.example/1',
      'http://a.example/2',
    ])
    const many = Array.from({ length: 9 }, (_, n) => `https://a.example/${n}`)
    expect(read({ images: many }).photographs).toEqual(many.slice(0, 4))
  })
})
