import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { orderNumber } from '../orders/order/number.ts'

// The names of the log's subjects: it keeps numbers, and people read names.

interface Named {
  id: string
  name: string | null
  serial?: number
}
/** Subjects of one kind: the form of their ids, and the query for their names. */
interface Kind {
  id: RegExp
  named(ids: readonly string[]): RawBuilder<Named>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NUMBER = /^[1-9]\d{0,8}$/
const uuids = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`
const numbers = (ids: readonly string[]) => sql`any(${ids.map(Number)}::int[])`

const kinds: Readonly<Record<string, Kind>> = {
  person: {
    id: UUID,
    named: (ids) =>
      sql<Named>`select id::text, email as name from users where id = ${uuids(ids)} and deleted_at is null`,
  },
  application: {
    id: UUID,
    named: (ids) => sql<Named>`select id::text, store_name as name from merchant_applications where id = ${uuids(ids)}`,
  },
  store: { id: NUMBER, named: (ids) => sql<Named>`select id::text, name from stores where id = ${numbers(ids)}` },
  product: {
    id: NUMBER,
    named: (ids) => sql<Named>`select id::text, title ->> 'en' as name from products where id = ${numbers(ids)}`,
  },
  category: {
    id: NUMBER,
    named: (ids) => sql<Named>`select id::text, name ->> 'en' as name from categories where id = ${numbers(ids)}`,
  },
  review: {
    id: NUMBER,
    named: (ids) => sql<Named>`select r.id::text, p.title ->> 'en' as name from reviews r
      join products p on p.id = r.product_id where r.id = ${numbers(ids)}`,
  },
  order: {
    id: /^.{1,64}$/,
    named: (ids) => sql<Named>`select id, null::text as name, serial from orders where id = any(${[...ids]}::text[])`,
  },
}
/** Kinds whose ids are words that people read. */
const words: ReadonlySet<string> = new Set(['article', 'group', 'currency', 'setting', 'area'])

/** The names of subjects (`person:<uid>`), as far as they have one and are still there. */
export async function namesOf(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const asked = new Map<string, Set<string>>()
  for (const subject of subjects) {
    const at = subject.indexOf(':')
    const [kind, id] = [subject.slice(0, Math.max(0, at)), subject.slice(at + 1)]
    if (words.has(kind)) found.set(subject, id)
    else if (Object.hasOwn(kinds, kind) && kinds[kind]!.id.test(id))
      asked.set(kind, (asked.get(kind) ?? new Set<string>()).add(id))
  }
  for (const [kind, ids] of asked) {
    const { rows } = await kinds[kind]!.named([...ids]).execute(db)
    for (const { id, name, serial } of rows) {
      const called = serial === undefined ? name : orderNumber(serial)
      if (called) found.set(`${kind}:${id}`, called)
    }
  }
  return found
}
