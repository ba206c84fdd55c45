import { describe, expect, it } from 'vitest'
import { categoryPaths } from '../categories/paths.ts'
import { readCsv, rowsOfTable, writeCsv, type GoodsFile } from './csv.ts'
import { planImport, rawGoodsOf, type ImportTarget, type KeptGoods } from './import.ts'
import { inOrderOf } from './values.ts'
import { readJsonLines, writeJsonLines } from './json.ts'
import { blankGoods, goodsFault } from './rules.ts'

const categories = categoryPaths([
  { id: 1, pid: 0, name: { en: 'Home' } },
  { id: 2, pid: 1, name: { en: 'Cups > mugs', zh: '杯子' } },
  { id: 3, pid: 1, name: { en: 'Twin' } },
  { id: 4, pid: 1, name: { en: 'twin' } },
])

const NOW = Date.UTC(2027, 0, 15, 8)

/** Numbers that look like chance, and are the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const nasty = [
  ...['=1+1', '+44', '-5', '@me', "'=x", "''+y", '\ttab', 'a,b', 'a;b', 'say "hi"', '"', "'", '|', ' | ', '=', 'a = b'],
  ...[
    '\\',
    '\\n',
    '#12',
    ' lead',
    'trail ',
    'two\nlines',
    'cr\r\nlf',
    'سلام',
    '中文',
    '🧵',
    'x: 1',
    '  ',
    ':',
    '\u00a0',
  ],
]

function randomGoods(n: number, seed: number): KeptGoods {
  const below = chance(seed * 7919 + n)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const text = (): string => Array.from({ length: 1 + below(3) }, () => pick(nasty)).join(pick(['', ' ', 'a']))
  const texts = (): Record<string, string> =>
    Object.fromEntries(['en', 'ar', 'zh', 'de'].filter(() => below(2) > 0).map((code) => [code, text()]))
  const skus = below(3) === 0 ? [...new Set(Array.from({ length: 1 + below(4) }, () => `${text()}${below(9)}`))] : []
  const currency = pick(['USD', 'JPY', 'KWD'])
  const stocks = Object.fromEntries(skus.map((sku) => [sku, below(500)]))
  const goods: KeptGoods = {
    ...blankGoods(1 + below(4), currency),
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    state: 'draft',
    code: below(3) === 0 ? '' : `${text()}${n}`.slice(0, 60),
    title: { ...texts(), en: `${text()}x` },
    description: texts(),
    brand: pick(['', text()]),
    ladder:
      below(5) === 0 ? [] : [1, 10, 100].slice(0, 1 + below(3)).map((from) => ({ from, price: 1 + below(99_999) })),
    minimum: 1 + below(20),
    multiple: 1 + below(5),
    lead: 1 + below(60),
    weight: below(2) * below(5_000),
    back: below(3) === 0 ? { pieces: 1 + below(9_999), days: 1 + below(180) } : null,
    deal: below(3) === 0 ? { percent: 1 + below(90), until: NOW + below(9_999_999) } : null,
    attributes: Array.from({ length: below(4) }, () => ({ name: text(), value: text() })),
    variants: Object.fromEntries(
      skus.map((sku, i) => [
        sku,
        {
          ...{ label: { ...texts(), en: `${text()}y` }, extra: below(900), sort: i * (1 + below(3)) },
          ...(below(3) === 0 && { weight: 1 + below(900) }),
        },
      ]),
    ),
    pictures: ['file/0123', 'photo/x y', 'glyph/a|b'].slice(0, below(4)),
    stocks,
    stock: skus.length > 0 ? Object.values(stocks).reduce((a, b) => a + b, 0) : below(1000),
  }
  const state = pick(['draft', 'listed', 'hidden'] as const)
  return { ...goods, state: goodsFault(goods, state) ? 'draft' : state }
}

const targetOf = (all: readonly KeptGoods[]): ImportTarget => ({
  byId: new Map(all.map((one) => [one.id, one])),
  byCode: new Map(all.filter((one) => one.code !== '').map((one) => [one.code, one])),
  categories,
  categoryId: undefined,
  currency: 'USD',
  state: 'draft',
  now: NOW,
})

const forms: [string, (goods: Parameters<typeof writeCsv>[0]) => string, (text: string) => GoodsFile][] = [
  ['CSV', writeCsv, readCsv],
  ['JSON Lines', writeJsonLines, readJsonLines],
]

describe.each(forms)('goods as %s', (_name, write, read) => {
  it('read again as they were, whatever is in them', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const all = Array.from({ length: 25 }, (_, n) => randomGoods(n, seed))
      const file = read(write(all.map((one) => rawGoodsOf(one, categories))))
      const { planned, faults } = planImport(file.goods, targetOf(all))
      expect([...file.faults, ...faults]).toEqual([])
      expect(planned.filter((one) => one.kind !== 'same')).toEqual([])
      expect(planned).toHaveLength(25)
    }
  })

  it('make the same goods in a market that has none of them', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const all = Array.from({ length: 10 }, (_, n) => randomGoods(n, seed)).map((one) => ({ ...one, pictures: [] }))
      const file = read(write(all.map((one) => rawGoodsOf(one, categories))))
      const { planned, faults } = planImport(file.goods, targetOf([]))
      expect(faults).toEqual([])
      const made = planned.map((one) => {
        if (one.kind !== 'new') return expect.unreachable()
        const kept = { ...one.fields, id: one.id, state: one.state, stock: one.stock, stocks: one.stocks }
        return Object.keys(kept.variants).length > 0
          ? { ...kept, stock: Object.values(kept.stocks).reduce((a, b) => a + b, 0) }
          : kept
      })
      expect(made.map(withoutSorts)).toEqual(
        all.map((one) => withoutSorts({ ...one, state: one.state === 'hidden' ? 'draft' : one.state })),
      )
    }
  })
})

/** Choices in their order: where they stand is counted anew in another market. */
const withoutSorts = (goods: KeptGoods) => ({
  ...goods,
  variants: inOrderOf(goods.variants).map(([sku, { label, extra, weight }]) => ({ sku, label, extra, weight })),
})

describe('a table of goods', () => {
  const cup: KeptGoods = {
    ...blankGoods(2, 'USD'),
    id: '00000000-0000-4000-8000-000000000001',
    state: 'listed',
    code: 'CUP',
    title: { en: 'Cup', zh: '杯' },
    ladder: [
      { from: 1, price: 500 },
      { from: 10, price: 450 },
    ],
    variants: {
      RED: { label: { en: 'Red' }, extra: 0, sort: 0 },
      BLUE: { label: { en: 'Blue' }, extra: 50, sort: 1 },
    },
    stocks: { RED: 5, BLUE: 7 },
    stock: 12,
  }
  const plan = (csv: string, more: Partial<ImportTarget> = {}) => {
    const file = readCsv(csv)
    const { planned, faults } = planImport(file.goods, { ...targetOf([cup]), ...more })
    return { planned, faults: [...file.faults, ...faults], unknown: file.unknown }
  }

  it('changes what it says, and leaves the rest', () => {
    expect(plan('code,price,title.en\nCUP,6.00,Mug\n').planned).toMatchObject([
      {
        kind: 'changed',
        change: {
          from: { ladder: cup.ladder, title: { en: 'Cup' } },
          to: { ladder: [{ from: 1, price: 600 }, cup.ladder[1]], title: { en: 'Mug' } },
        },
        stock: [],
        state: undefined,
      },
    ])
  })

  it('changes stock by the difference, and choices one by one', () => {
    const { planned } = plan('code,variant,label.en,stock\nCUP,RED,Red,9\nCUP,GREEN,Green,3\n')
    expect(planned).toMatchObject([
      {
        kind: 'changed',
        change: {
          from: { variants: { BLUE: cup.variants['BLUE'], GREEN: null } },
          to: { variants: { BLUE: null, GREEN: { label: { en: 'Green' }, extra: 0 } } },
        },
        stock: [
          { sku: 'RED', by: 4 },
          { sku: 'GREEN', by: 3 },
        ],
      },
    ])
  })

  it('names what it does not know, and goes on without it', () =>
    expect(plan('Code,Colour\nCUP,red\n')).toMatchObject({ unknown: ['colour'], planned: [{ kind: 'same' }] }))

  it.each([
    ['code,price\nCUP,6.005\n', 2, 'price', 'badPrice'],
    ['code,price\nCUP,\n', 2, 'price', 'noPrice'],
    ['code,steps\nCUP,5: 4.00 | 3: 3.00\n', 2, 'steps', 'badSteps'],
    ['code,steps\nCUP,5\n', 2, 'steps', 'badList'],
    ['code,stock,variant\nCUP,-1,RED\n', 2, 'stock', 'badNumber'],
    ['code,category\nNEW,Nowhere\n', 2, 'category', 'unknownCategory'],
    ['code,category,title.en\nNEW,Home,\n', 2, 'title', 'noTitle'],
    [`code,title.en\nCUP,${'x'.repeat(301)}\n`, 2, 'title.en', 'tooLong'],
    ['code,title.en\nCUP,a\u0000b\n', 2, 'title.en', 'badText'],
    ['id,brand\n12,a\n', 2, 'id', 'badId'],
    ['code,state\nCUP,sold\n', 2, 'state', 'badState'],
    ['code,pictures\nCUP,http://x/y.jpg\n', 2, 'pictures', 'unknownPicture'],
    ['code,brand\nCUP,a,b\n', 2, '', 'columns'],
    ['code,currency\nCUP,dollars!\n', 2, 'currency', 'badCurrency'],
    ['code,variant,label.en\nCUP,RED,Red\nCUP,RED,Red\n', 2, 'variant', 'twice'],
    ['code,variant,label.en\nCUP,PINK,\n', 2, 'label', 'noLabel'],
    ['code,weight\nCUP,1.5\n', 2, 'weight', 'badNumber'],
    ['code,backorder\nCUP,500\n', 2, 'backorder', 'badBack'],
    ['code,backorder\nCUP,500 within 181 days\n', 2, 'backorder', 'badBack'],
    ['code,backorder\nCUP,0 within 10 days\n', 2, 'backorder', 'badBack'],
    ['code,weight\nCUP,1000001\n', 2, 'weight', 'badNumber'],
    ['code,variant,label.en,variantweight\nCUP,RED,Red,heavy\n', 2, 'variantweight', 'badNumber'],
    ['code,deal\nCUP,20 %\n', 2, 'deal', 'badDeal'],
    ['code,deal\nCUP,91 % until 2027-02-01T00:00Z\n', 2, 'deal', 'badDeal'],
    ['code,deal\nCUP,20 % until 2027-02-40T00:00Z\n', 2, 'deal', 'badDeal'],
    ['code,deal\nCUP,20 % until 2028-01-15T08:00:00.001Z\n', 2, 'deal', 'badDeal'],
  ])('rejects %j in row %i', (csv, row, column, fault) =>
    expect(plan(csv)).toMatchObject({ planned: [], faults: [{ row, column, fault }] }),
  )

  it('takes a deal that ends within a year', () =>
    expect(plan('code,deal\nCUP,20 % until 2028-01-15T08:00Z\n')).toMatchObject({
      planned: [{ change: { to: { deal: { percent: 20, until: NOW + 365 * 86_400_000 } } } }],
      faults: [],
    }))

  it.each([
    'code,variant,label.en,steps\nCUP,RED,Red,5\nCUP,BLUE,Blue,\n',
    'code,variant,label.en\nCUP,RED,Red\nCUP,BLUE,Blue,x\n',
  ])('leaves out a product of which one row is at fault, choices and all: %j', (csv) =>
    expect(plan(csv)).toMatchObject({ planned: [], faults: [{ value: expect.any(String) }] }),
  )

  it('understands languages behind an underscore, and passes the column of its own reasons by', () =>
    expect(plan('code,title_en,problem\nCUP,Mug,Row 2: no\n')).toMatchObject({
      unknown: [],
      planned: [{ change: { to: { title: { en: 'Mug' } } } }],
    }))

  it('gives rows back as they were written, with those of the same product', () => {
    const csv = 'code,variant,label.en\nCUP,RED, Red \nCUP,BLUE,"=1,2"\nNEW,,\n'
    expect(rowsOfTable(csv, new Set([3]))).toEqual({
      head: ['code', 'variant', 'label.en'],
      of: new Map([
        [
          3,
          [
            ['CUP', 'RED', 'Red'],
            ['CUP', 'BLUE', '=1,2'],
          ],
        ],
      ]),
    })
  })

  it('takes pictures by the names of files that came with it, each once', () => {
    const file = 'a'.repeat(64)
    const { planned } = plan('code,pictures\nCUP,Front.JPG | front.jpg\n', { pictures: new Map([['front.jpg', file]]) })
    expect(planned).toMatchObject([{ change: { to: { pictures: [file] } } }])
  })

  it('takes the first of two rows of one product', () => {
    const { planned, faults } = plan('code,brand\nCUP,a\nCUP,b\n')
    expect(planned).toMatchObject([{ change: { to: { brand: 'a' } } }])
    expect(faults).toMatchObject([{ row: 3, column: 'code', fault: 'twice' }])
  })

  it('makes the same new product whenever it is read', () => {
    const ids = [1, 2].map(() => plan('code,title.en,category\nNEW,New,home\n').planned[0]!.id)
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids[1]).toBe(ids[0])
  })

  it('stops at as many goods as a store may have', () => {
    const many = new Map(Array.from({ length: 20_000 }, (_, n) => [String(n), cup]))
    expect(plan('code,title.en,category\nNEW,New,home\n', { byId: many }).faults).toMatchObject([{ fault: 'full' }])
  })
})
