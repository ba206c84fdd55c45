import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Change, FeedRows, splitRows } from '#contract/sync/schema-changes.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { knownOr } from '#contract/wire/open.ts'
import { openArray, openEnum } from '#contract/wire/schema-open.ts'
import { refusalReasons } from '#contract/wire/refusal-reasons.ts'
import { Refusal } from '#contract/wire/schema-refusals.ts'
import { endpoints } from '#contract/endpoints.ts'
import { closeReasons, orderStates } from '#contract/orders/states.ts'
import { outcomes, SCHEMA } from '#contract/sync/schema.ts'
import { userRows } from '#contract/sync/schema-rows.ts'
import { storeRows } from '#contract/sync/schema-store-rows.ts'
import { LATER, lossesOf } from '../../support/fuzz/open-world.ts'

// Law 13: the device is always older than the server.

describe('one unknown value, field, kind or row costs only itself', () => {
  for (const [name, { output }] of Object.entries(endpoints) as [string, Endpoint][])
    it(`in the answer of ${name}`, () => {
      const { tried, losses } = lossesOf(output)
      expect(losses).toEqual([])
      expect(tried).toBeGreaterThan(0)
    })

  it('in a refusal', () => {
    expect(lossesOf(Refusal).losses).toEqual([])
  })

  it.each([
    ['a closed enum', z.object({ state: z.enum(['a']), rest: z.string() })],
    ['a closed list of rows', z.object({ rows: z.array(z.object({ id: z.string() })) })],
    ['a closed union', z.object({ value: z.union([z.string(), z.int()]) })],
    ['a strict object', z.strictObject({ id: z.string() })],
    ['a list of several kinds', z.object({ rows: z.array(Change) })],
    ['an open list whose rows are closed', z.object({ rows: openArray(z.object({ state: z.enum(['a']) })) })],
  ])('and the walk finds %s', (_what, schema) => {
    expect(lossesOf(schema).losses).not.toEqual([])
  })
})

describe('an open enum', () => {
  const State = openEnum(['a', 'b'])
  it('keeps what it does not know as it came, and is read with a fallback', () => {
    const [known, unknown] = [State.parse('b'), State.parse(LATER)]
    expect([known, unknown]).toEqual(['b', LATER])
    expect([knownOr(['a', 'b'], known, 'else'), knownOr(['a', 'b'], unknown, 'else')]).toEqual(['b', 'else'])
  })
  it('keeps nothing that is no value, or too long to be one', () => {
    expect([7, null, 'x'.repeat(101)].map((value) => State.safeParse(value).success)).toEqual([false, false, false])
  })
})

describe('rows of a feed', () => {
  const row = { table: 'favourites', key: '1', rev: 1, row: { id: 1, on: true, at: 1 } }
  const read = (...rows: unknown[]) => splitRows(FeedRows.parse(rows as never))
  it('of an unknown table are named, not kept', () => {
    expect(read({ ...row, table: 'coupons' }, row)).toEqual({ changes: [row], unread: ['coupons'] })
  })
  it('that do not fit their table name it as partly unread', () => {
    expect(read({ ...row, row: { id: 1 } }, row)).toEqual({ changes: [row], unread: ['favourites'] })
  })
  it('with an unknown field arrive without it and name their table as partly unread', () => {
    expect(read({ ...row, row: { ...row.row, note: 'x' } })).toEqual({ changes: [row], unread: ['favourites'] })
  })
  it('that are no rows at all cost nothing else', () => {
    expect(read(null, 7, { table: 'x'.repeat(1000) }, row)).toEqual({ changes: [row], unread: ['', 'x'.repeat(60)] })
  })
})

/** The fingerprint of what devices of each schema can read; only the last may change, until it is released. */
const schemas: Record<number, string> = {
  2: '3ae5909481703933',
  3: '284e04171be28f14',
  4: 'd2b3fac331ef1f0a',
  5: 'f4a79aff815fba8c',
  6: '6b870f8435afc576',
  7: '7d0e302b5454b456',
  8: '525ac54173641393',
  9: '05fa7e51ee7ea8f5',
  10: '69f16f0de9d3e3ce',
  11: '9097dad74205f6db',
  12: '75989aa9a57983ab',
  13: '0ffaba79f3da3c6e',
  14: '234c43eca0f84bd6',
  15: 'a716d7a5be5c5d0e',
  16: 'e12b2b74cdd064e9',
  17: '89f6d000fabf1045',
}
it('SCHEMA is raised whenever a device learns to read more of its feed', () => {
  const readable = {
    rows: Object.fromEntries(
      Object.entries({ ...userRows, ...storeRows }).map(([table, row]) => [
        table,
        z.toJSONSchema(row, { io: 'input', unrepresentable: 'any' }),
      ]),
    ),
    tables: Change._zod.def.options.map((option) => String(option._zod.def.shape.table._zod.def.values[0])),
    orderStates,
    closeReasons,
    outcomes,
    refusalReasons,
  }
  const fingerprint = createHash('sha256').update(JSON.stringify(readable)).digest('hex').slice(0, 16)
  expect(
    schemas[SCHEMA],
    'add its fingerprint here, and raise SCHEMA in contract/sync/schema.ts if the last one was released',
  ).toBe(fingerprint)
  expect(Object.keys(schemas).map(Number)).toEqual(Array.from({ length: SCHEMA - 1 }, (_, i) => i + 2))
})
