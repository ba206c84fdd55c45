import { expect, it } from 'vitest'
import { parseTable } from '#contract/text/table-text.ts'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import { salesFile, type FiledSale } from './sales-file.ts'

const AT = Date.UTC(2026, 10, 23, 9, 30)

const line = (id: number, num: number, price: number, more: Partial<Sale['lines'][number]> = {}) => ({
  ...{ id, variantId: 0, num, price, amount: num * price, title: { en: `Thing ${id}`, zh: `物品${id}` } },
  ...{ label: null, picture: null, ...more },
})

function order(number: string, lines: Sale['lines'], more: Partial<Sale> = {}): FiledSale {
  const sale = {
    ...{ id: number, number, buyer: 's1.sealed', address: 's1.sealed', state: 'paid', stage: 'paid', currency: 'USD' },
    ...{ lines, shipping: 0, tax: 0, createdAt: AT, paidAt: AT + 60_000, ...more },
  } as unknown as Sale
  return { sale, clear: { ...sale, buyer: 'Robin', poNumber: 'PO-7', address: '{"country":"DE","city":"Berlin"}' } }
}

const columns = (text: string, ...names: string[]): string[][] => {
  const [head, ...rows] = parseTable(text)
  return rows.map((row) => names.map((name) => row[head!.indexOf(name)]!))
}

it('writes a row for each line: whose it is, what it is in all its codes, and what it comes to', () => {
  const red = line(8, 2, 250, { variantId: 5, code: 'LAN-20', sku: 'RD', label: { en: 'Red', zh: '红' } })
  const text = salesFile([order('52TD-JGW2', [red], { shipping: 333, tax: 40 })], 'zh')
  const [head, row] = parseTable(text) as [string[], string[]]
  expect(Object.fromEntries(head.map((name, n) => [name, row[n]]))).toEqual({
    ...{ order: '52TD-JGW2', date: '2026-11-23T09:30:00.000Z', paid: '2026-11-23T09:31:00.000Z', stage: 'paid' },
    ...{ buyer: 'Robin', poNumber: 'PO-7', country: 'DE', code: 'LAN-20', sku: 'RD', marketCode: 'C0008-5V' },
    ...{ title: '物品8', choice: '红', pieces: '2', currency: 'USD', unit: '2.50', amount: '5.00' },
    ...{ shipping: '3.33', tax: '0.40', total: '8.73', taxIncluded: '0.00' },
  })
})

it('puts the oldest order first, and divides what is added to its goods to the minor unit', () => {
  const three = [line(1, 1, 100), line(2, 1, 100), line(3, 1, 100)]
  const later = order('B', three, { createdAt: AT + 1, shipping: 100, tax: 1 })
  const text = salesFile([later, order('A', [line(1, 3, 5)], { currency: 'JPY', paidAt: null })], 'en')
  expect(columns(text, 'order', 'paid', 'amount', 'shipping', 'tax', 'total')).toEqual([
    ['A', '', '15', '0', '0', '15'],
    ['B', '2026-11-23T09:31:00.000Z', '1.00', '0.33', '0.00', '1.33'],
    ['B', '2026-11-23T09:31:00.000Z', '1.00', '0.33', '0.00', '1.33'],
    ['B', '2026-11-23T09:31:00.000Z', '1.00', '0.34', '0.01', '1.35'],
  ])
})

it('divides the taxes that prices include', () => {
  const text = salesFile([order('A', [line(1, 1, 100), line(2, 1, 200)], { taxIncluded: 37 })], 'en')
  expect(columns(text, 'tax', 'total', 'taxIncluded')).toEqual([
    ['0.00', '1.00', '0.12'],
    ['0.00', '2.00', '0.25'],
  ])
})

it('has the shipping of free goods once', () => {
  const text = salesFile([order('A', [line(1, 1, 0), line(2, 1, 0)], { shipping: 250 })], 'en')
  expect(columns(text, 'shipping', 'total')).toEqual([
    ['2.50', '2.50'],
    ['0.00', '0.00'],
  ])
})

it('leaves out what cannot be opened and of whom has left, and never writes what is sealed', () => {
  const { sale } = order('A', [line(1, 1, 100)])
  const gone = { sale, clear: { ...sale, buyer: '', address: '{}' } }
  const text = salesFile([{ sale, clear: null }, gone], 'en')
  expect(columns(text, 'buyer', 'poNumber', 'country', 'code')).toEqual([
    ['', '', '', ''],
    ['', '', '', ''],
  ])
  expect(text).not.toContain('sealed')
})

it('has no cell that a spreadsheet would reckon', () => {
  const own = line(1, 1, 100, { code: '=1+1', sku: '@SUM(A1)', title: { en: '+cmd|calc' }, label: { en: '-x' } })
  const text = salesFile([order('A', [own])], 'en')
  for (const cell of [`'=1+1`, `'@SUM(A1)`, `'+cmd|calc`, `'-x`]) expect(text).toContain(cell)
  expect(columns(text, 'code', 'sku', 'title')).toEqual([['=1+1', '@SUM(A1)', '+cmd|calc']])
  expect(salesFile([], 'en')).toContain('order,date')
})
