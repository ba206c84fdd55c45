import { expect, it } from 'vitest'
import { categoryPaths } from '../categories/paths.ts'
import { readCsv } from './csv.ts'
import { planImport, type KeptGoods } from './import.ts'
import { readJsonLines } from './json.ts'
import { blankGoods, fieldsOfRow } from './rules.ts'

const red = { label: { en: 'Red' }, extra: 0, sort: 0 }
const blue = { label: { en: 'Blue' }, extra: 0, sort: 1 }
const cup: KeptGoods = {
  ...blankGoods(1, 'USD'),
  ...{ id: '00000000-0000-4000-8000-000000000001', state: 'draft' as const, code: 'CUP', title: { en: 'Cup' } },
  ...{ variants: { RED: red, BLUE: blue }, stocks: { RED: 0, BLUE: 0 }, stock: 0 },
}
const heavy: KeptGoods = { ...cup, weight: 250, variants: { RED: { ...red, weight: 90 }, BLUE: blue } }

/** The plan that a file makes for a product. */
const planned = (of: KeptGoods, file: ReturnType<typeof readCsv>) =>
  planImport(file.goods, {
    ...{ byId: new Map(), byCode: new Map([['CUP', of]]), categories: categoryPaths([]), categoryId: 1 },
    ...{ currency: 'USD', state: 'draft' as const, now: 0 },
  }).planned

const HEAD = 'code,weight,variant,label.en,variantweight\n'

it('a file sets what a piece weighs, of the product and of a choice', () => {
  expect(planned(cup, readCsv(`${HEAD}CUP,250,RED,Red,90\nCUP,,BLUE,Blue,\n`))).toMatchObject([
    { change: { from: { weight: 0, variants: { RED: red } }, to: { weight: 250, variants: { RED: { weight: 90 } } } } },
  ])
  const json = '{"code":"CUP","weight":250,"variants":[{"sku":"RED","weight":90},{"sku":"BLUE"}]}'
  expect(planned(cup, readJsonLines(json))).toMatchObject([{ change: { to: { weight: 250 } } }])
})

it('a file takes it away again', () => {
  const [one] = planned(heavy, readCsv(`${HEAD}CUP,,RED,Red,\nCUP,,BLUE,Blue,\n`))
  expect(one).toMatchObject({ change: { from: { weight: 250 }, to: { weight: 0, variants: { RED: red } } } })
})

it('a file that says nothing of it leaves it', () => {
  expect(planned(heavy, readCsv('code,variant,label.en\nCUP,RED,Red\nCUP,BLUE,Blue\n'))).toMatchObject([
    { kind: 'same' },
  ])
})

it('a row of an older server weighs nothing', () => {
  const { weight: _weight, ...row } = { ...cup, pictures: [{ src: 'file/0', tint: '#ffffff' }] }
  expect(fieldsOfRow(row)).toEqual({ ...cup, pictures: ['file/0'] })
})
