import { expect, it } from 'vitest'
import type { InvoicePaper } from '#contract/invoices/paper.ts'
import { grossOf } from '#contract/invoices/rules.ts'
import { parseTable } from '#contract/text/table-text.ts'
import type { Invoice } from '#contract/sync/schema-rows.ts'
import { invoicesFile, type FiledInvoice } from './invoices-file.ts'

const AT = Date.UTC(2026, 10, 23, 9, 30)

function filed(number: string, more: Partial<InvoicePaper> = {}): FiledInvoice {
  const paper: InvoicePaper = {
    v: 1,
    kind: 'invoice',
    ...{ number, at: AT, test: false, credits: null, why: null },
    order: { number: '52TD-JGW2', at: AT - 60_000, poNumber: 'PO-7' },
    seller: { name: 'Lin', legalName: 'Lin Ltd', address: '', taxNumber: 'EG 1', country: 'EG' },
    buyer: {
      ...{ name: 'robin', company: '=Nile, "Traders"', address: '', taxNumber: 'DE 9' },
      place: { recipient: 'Robin', country: 'DE', province: '', city: 'Berlin', detail: '', zip: '' },
    },
    market: { name: 'Caravan', legalName: '', address: '', taxNumber: '' },
    ...{ currency: 'EUR', lines: [], sums: { goods: 10_000, shipping: 333, taxIncluded: 0 }, total: 12_233 },
    taxes: [
      { rate: 1_900, base: 10_000, tax: 1_900 },
      { rate: 0, base: 333, tax: 0 },
    ],
    money: {
      ...{ at: AT, amount: 13_456, currency: 'USD', rate: null, asset: 'ETH', units: '52300000000000001' },
      coinRate: null,
    },
    ...more,
  }
  const { kind, at, currency, total } = paper
  const row: Invoice = {
    ...{ id: `a:7:${number}`, orderId: 'a:7', shopId: 7, kind, number, at, currency, total },
    ...{ paper: 's1.sealed', hash: '' },
  }
  return { row, clear: { ...row, paper: JSON.stringify(paper) } }
}

const table = (...papers: FiledInvoice[]): Record<string, string>[] => {
  const [head, ...rows] = parseTable(invoicesFile(papers)) as [string[], ...string[][]]
  return rows.map((row) => Object.fromEntries(head.map((name, n) => [name, row[n] ?? ''])))
}

it('writes a row for each rate of tax, exact to the last unit, and what was paid once', () => {
  const [first, second] = table(filed('INV-7-000001')) as [Record<string, string>, Record<string, string>]
  expect(first).toEqual({
    ...{ number: 'INV-7-000001', kind: 'invoice', issued: '2026-11-23T09:30:00.000Z', credits: '' },
    ...{ order: '52TD-JGW2', ordered: '2026-11-23T09:29:00.000Z', paid: '2026-11-23T09:30:00.000Z' },
    ...{ buyer: '=Nile, "Traders"', buyerTaxNumber: 'DE 9', country: 'DE', currency: 'EUR' },
    ...{ taxRate: '19', net: '100.00', tax: '19.00', gross: '119.00' },
    ...{ paidAmount: '134.56', paidCurrency: 'USD', coin: 'ETH', coins: '0.052300000000000001' },
  })
  expect(second).toMatchObject({ number: 'INV-7-000001', taxRate: '0', net: '3.33', tax: '0.00', gross: '3.33' })
  expect(['paidAmount', 'coin', 'coins'].map((name) => second[name])).toEqual(['', '', ''])
})

it('has credit notes below zero, so that the rows add up to what was kept', () => {
  const taxes = [
    { rate: 1_900, base: 5_000, tax: 950 },
    { rate: 0, base: 166, tax: 0 },
  ]
  const note = filed('CRN-7-000001', {
    kind: 'creditNote',
    why: 'rest',
    ...{ credits: { number: 'INV-7-000001', at: AT }, taxes, total: grossOf(taxes) },
    money: {
      at: AT,
      amount: 6_728,
      currency: 'USD',
      rate: null,
      asset: 'ETH',
      units: '26150000000000000',
      coinRate: null,
    },
  })
  const rows = table(filed('INV-7-000001'), note)
  expect(rows[2]).toMatchObject({ kind: 'creditNote', credits: 'INV-7-000001', net: '-50.00', coins: '-0.02615' })
  const cents = rows.reduce((sum, row) => sum + Math.round(Number(row['gross']) * 100), 0)
  expect(cents).toBe(12_233 - 6_116)
  expect(invoicesFile([note])).not.toContain("'-50.00")
})

it('writes whole units of a currency without decimals, and a rate that is not known as nothing', () => {
  const [row] = table(filed('A', { currency: 'JPY', taxes: [{ rate: null, base: 700, tax: 56 }], total: 756 }))
  expect(row).toMatchObject({ taxRate: '', net: '700', tax: '56', gross: '756' })
})

it('counts what cannot be opened, and never writes what is sealed', () => {
  const one = { ...filed('INV-7-000002'), clear: null }
  const newer = filed('INV-7-000003')
  newer.clear = { ...newer.row, paper: '{"v":2}' }
  expect(table(one, newer).map(({ number, currency, gross, net }) => [number, currency, gross, net])).toEqual([
    ['INV-7-000002', 'EUR', '122.33', ''],
    ['INV-7-000003', 'EUR', '122.33', ''],
  ])
  expect(invoicesFile([one])).not.toContain('sealed')
})

it('has no cell that a spreadsheet would reckon', () => {
  expect(invoicesFile([filed('A')])).toContain(`"'=Nile, ""Traders"""`)
  expect(invoicesFile([])).toContain('number,kind')
})
