import { describe, expect, it } from 'vitest'
import type { Product, Variant } from '../catalogue/schema.ts'
import { judgePad, padRowsOf, type PadGoods, type PadLine } from './rules.ts'
import { PAD_ROWS_MAX, withRows } from './rows.ts'

const product = (more: Partial<Product> = {}): Product => ({
  id: 7,
  storeId: 3,
  categoryId: 1,
  title: { en: 'Teapot' },
  picture: null,
  currency: 'USD',
  ladder: [
    { from: 1, price: 500 },
    { from: 20, price: 450 },
  ],
  minimum: 10,
  multiple: 5,
  stock: 100,
  choices: 0,
  monthlySales: 0,
  sales: 0,
  createdAt: 0,
  worth: 500,
  rev: 1,
  ...more,
})
const blue: Variant = { id: 71, label: { en: 'Blue' }, extra: 25, stock: 12, picture: null }
const goods = (more: Partial<Product> = {}, variant?: Variant, gone = false): PadGoods => ({
  kind: 'goods',
  product: product(more),
  variant,
  gone,
})
const row = (quantity: string) => ({ code: 'C0007-K', quantity })
const one = (quantity: string, of: PadGoods = goods()): PadLine => judgePad([row(quantity)], [of])[0]!
const faultOf = (line: PadLine): unknown => (line.state === 'wrong' ? line.fault : line.state)

describe('rows of the pad', () => {
  it('that are right have their price by all the pieces of their product', () => {
    expect(judgePad([row('10'), row('10')], [goods(), goods()])).toMatchObject([
      { state: 'ready', price: 450, amount: 4500 },
      { state: 'ready', price: 450, amount: 4500 },
    ])
    expect(one('10', goods({ choices: 2 }, blue))).toMatchObject({ price: 525, amount: 5250 })
  })

  it('below the minimum, or not a multiple, say what would be right', () => {
    expect(faultOf(one('6'))).toEqual({ kind: 'belowMinimum', minimum: 10, missing: 4, to: 10 })
    expect(faultOf(one('12'))).toEqual({ kind: 'notMultiple', multiple: 5, to: 15 })
    expect(one('10').state).toBe('ready')
  })

  it('together may reach what each alone does not', () =>
    expect(judgePad([row('6'), row('4')], [goods(), goods()]).map((l) => l.state)).toEqual(['ready', 'ready']))

  it('of more than is there say how many there are', () => {
    expect(faultOf(one('105'))).toEqual({ kind: 'stockShort', available: 100, to: 100 })
    expect(faultOf(one('15', goods({ choices: 2 }, blue)))).toEqual({ kind: 'stockShort', available: 12, to: 10 })
    expect(judgePad([row('60'), row('60')], [goods(), goods()]).map(faultOf)).toEqual([
      { kind: 'stockShort', available: 100, to: undefined },
      { kind: 'stockShort', available: 100, to: undefined },
    ])
  })

  it.each([
    ['sold out', goods({ stock: 0 }), { kind: 'notSold', why: { reason: 'outOfStock' } }],
    ['gone', goods({}, undefined, true), { kind: 'notSold', why: { reason: 'productGone' } }],
    [
      'not payable',
      goods({ currency: 'XAG', worth: null }),
      { kind: 'notSold', why: { reason: 'currencyNotPayable' } },
    ],
    ['of a choice', goods({ choices: 2 }), { kind: 'needsChoice' }],
    [
      'a choice sold out',
      goods({ choices: 2 }, { ...blue, stock: 0 }),
      { kind: 'notSold', why: { reason: 'outOfStock' } },
    ],
  ])('%s are wrong', (_of, of, fault) => expect(faultOf(one('10', of))).toEqual(fault))

  it('without a code, with no number, empty, or not known here', () => {
    expect(faultOf(judgePad([{ code: ' ', quantity: '5' }], [goods()])[0]!)).toEqual({ kind: 'unknownCode' })
    expect(faultOf(one('many'))).toEqual({ kind: 'badQuantity' })
    expect(judgePad([{ code: '', quantity: ' ' }], [goods()])).toEqual([{ state: 'empty' }])
    expect(one('5', { kind: 'away' })).toEqual({ state: 'away' })
    expect(faultOf(one('5', { kind: 'fault', fault: { kind: 'severalProducts' } }))).toEqual({
      kind: 'severalProducts',
    })
  })
})

describe('rows of a table', () => {
  const wanted = [
    { code: 'C0001-1', quantity: '12' },
    { code: '4006381333931', quantity: '5' },
  ]
  it.each([
    [
      'in their order',
      [
        ['C0001-1', '12'],
        ['4006381333931', '5'],
      ],
    ],
    [
      'with a name between',
      [
        ['C0001-1', 'Teapot', '12'],
        ['4006381333931', 'Cup', '5'],
      ],
    ],
    [
      'under a head',
      [
        ['Quantity', 'Name', 'SKU'],
        ['12', 'Teapot', 'C0001-1'],
        ['5', 'Cup 3', '4006381333931'],
      ],
    ],
    [
      'under an Arabic head',
      [
        ['الرمز', 'الكمية'],
        ['C0001-1', '12'],
        ['4006381333931', '5'],
      ],
    ],
  ])('%s', (_how, cells) => expect(padRowsOf(cells)).toEqual(wanted))

  it('without a quantity, or with a wrong one, keep what was written', () =>
    expect(padRowsOf([['C0001-1'], ['C0002-2', 'a dozen']])).toEqual([
      { code: 'C0001-1', quantity: '' },
      { code: 'C0002-2', quantity: 'a dozen' },
    ]))

  it('join those that are there, without empty ones, as long as there is room', () => {
    const many = Array.from({ length: PAD_ROWS_MAX - 1 }, () => wanted[0]!)
    expect(withRows(many, [{ code: '', quantity: '' }, ...wanted])).toEqual({ rows: [...many, wanted[0]], left: 1 })
  })
})
