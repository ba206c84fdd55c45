import { expect, it } from 'vitest'
import { categoryPaths } from '../categories/paths.ts'
import { planImport, type ImportTarget } from './import.ts'
import { readJsonLines } from './json.ts'

const target: ImportTarget = {
  byId: new Map(),
  byCode: new Map(),
  categories: categoryPaths([]),
  categoryId: 1,
  currency: 'USD',
  state: 'draft',
  now: 1_800_000_000_000,
}

it('names the fault of a line that is nested as deeply as it likes, and reads the others', () => {
  const deep = (field: string): string => `{"name":"Lamp","${field}":${'['.repeat(5000)}1${']'.repeat(5000)}}`
  const fields = ['attributes', 'steps', 'variants', 'pictures', 'category', 'ean', 'title', 'price']
  const lines = [...fields.map(deep), '{"name":"Cup","sku":"C1"}']
  const { goods, faults } = readJsonLines(lines.join('\n'))
  expect(goods.map(({ row }) => row)).toEqual([fields.length + 1])
  expect(faults).toHaveLength(fields.length)
})

it('understands the field names of other programs', () => {
  const line = {
    ...{
      sourceId: 'shop:1',
      name: 'Lamp',
      lang: 'en-GB',
      description: 'Bright',
      category: ['home', 'Twin'],
      price: '9.50',
    },
    ...{
      currency: 'USD',
      moq: 6,
      stock: 40,
      ean: ['001'],
      model: 'L-1',
      attributes: { light_colour: 'warm', dimmable: true },
    },
    priceTiers: [
      { minQty: 12, price: '9.00' },
      { minQty: 24, price: '12.00' },
      { minQty: 1, price: '9.50' },
    ],
  }
  const { goods } = readJsonLines(`${JSON.stringify(line)}\nnot json\n`)
  const { planned } = planImport(goods, target)
  expect(planned).toMatchObject([
    {
      kind: 'new',
      stock: 40,
      fields: {
        code: 'shop:1',
        title: { en: 'Lamp' },
        description: { en: 'Bright' },
        minimum: 6,
        ladder: [
          { from: 1, price: 950 },
          { from: 12, price: 900 },
        ],
        attributes: [
          { name: 'EAN', value: '001' },
          { name: 'Model', value: 'L-1' },
          { name: 'Light colour', value: 'warm' },
          { name: 'Dimmable', value: 'Yes' },
        ],
      },
    },
  ])
})
