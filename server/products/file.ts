import { basename } from 'node:path'
import { sql } from 'kysely'
import { byId } from '#contract/lists/by-id.ts'
import { categoryPaths, type CategoryPaths } from '#contract/categories/paths.ts'
import { readCsv, writeCsv } from '#contract/products/csv.ts'
import {
  intentsOf,
  planImport,
  rawGoodsOf,
  type GoodsIntent,
  type ImportTarget,
  type KeptGoods,
  type Planned,
} from '#contract/products/import.ts'
import { fieldsOfRow } from '#contract/products/rules.ts'
import { readJsonLines, writeJsonLines } from '#contract/products/json.ts'
import type { RawFault } from '#contract/products/raw.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { readGoods, type StoreProductRow } from '../stores/feed/products.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { findable } from './write.ts'
import { editGoods, moveStock, putGoods, showGoods, type GoodsCall } from './acts.ts'
import type { Verdict } from '../http/handlers.ts'

// A store's goods as files, without a device: the same rules as on the screens, and the same effects.

/** A store as files are made of it. */
export interface FiledStore {
  id: number
  uid: string
  currency: string
}

/** How new products of a file are taken over that do not say. */
export interface ImportDefaults {
  categoryId: number | undefined
  state: 'draft' | 'listed'
  actor: Actor
}

/** The result of importing a file. */
export interface Imported {
  added: number
  changed: number
  same: number
  faults: RawFault[]
  unknown: string[]
}

/** Products that one transaction carries out: its entry in the audit log names all of them. */
const PIECE = 200

const isJsonLines = (name: string): boolean => /\.(jsonl|ndjson|json)$/i.test(name)

const kept = (row: StoreProductRow): KeptGoods => fieldsOfRow(row)

async function pathsOf(db: Db): Promise<CategoryPaths> {
  return categoryPaths(await db.selectFrom('categories').select(['id', 'pid', 'name']).execute())
}

const liveGoods = async (db: Db, storeId: number): Promise<KeptGoods[]> =>
  (await readGoods(db, storeId, sql`not p.deleted order by p.id`)).map(kept)

/** All of a store's goods, as a file of this name is written. */
export async function exportGoods(db: Db, store: FiledStore, name: string): Promise<{ text: string; count: number }> {
  const categories = await pathsOf(db)
  const goods = (await liveGoods(db, store.id)).map((one) => rawGoodsOf(one, categories))
  return { text: isJsonLines(name) ? writeJsonLines(goods) : writeCsv(goods), count: goods.length }
}

/** Carries out one intent. */
function act(call: GoodsCall, { name, payload }: GoodsIntent): Promise<Verdict> {
  switch (name) {
    case 'goods.put':
      return putGoods(call, payload)
    case 'goods.edit':
      return editGoods(call, payload as Parameters<typeof editGoods>[1])
    case 'goods.stock':
      return moveStock(call, payload)
    case 'goods.show':
      return showGoods(call, payload)
    default:
      return never(name)
  }
}
const never = (name: never): never => {
  throw new Error(`No such intent: ${String(name)}`)
}

/** Carries out one product of a file; false when all of it was refused. */
async function carryOutOne(call: GoodsCall, one: Planned, refused: RawFault[]): Promise<boolean> {
  let did = false
  for (const intent of intentsOf(one)) {
    const verdict = await act(call, intent)
    if (verdict.kind === 'accepted') did = true
    else {
      const { reason, params } = verdict.refusal
      refused.push({ row: one.row, column: String(params?.['path'] ?? ''), fault: reason, value: one.title })
    }
  }
  return did
}

/** Carries out what a file comes to, a piece at a time; what is refused is a fault like any other. */
async function carryOut(
  db: Db,
  store: FiledStore,
  planned: readonly Planned[],
  { actor, file, progress }: { actor: Actor; file: string; progress: (done: number) => void },
): Promise<RawFault[]> {
  const faults: RawFault[] = []
  for (let from = 0; from < planned.length; from += PIECE) {
    const piece = planned.slice(from, from + PIECE)
    faults.push(
      ...(await ownerTransaction(db, store.uid, async (owner) => {
        const found = new Set<number>()
        const call: GoodsCall = { ...owner, userId: store.uid, store, now: Date.now, found }
        const refused: RawFault[] = []
        const done: Planned[] = []
        for (const one of piece) if (await carryOutOne(call, one, refused)) done.push(one)
        if (found.size > 0) await findable(owner.tx, [...found])
        const idsOf = (kind: Planned['kind']) => done.filter((one) => one.kind === kind).map(({ id }) => id)
        const after = { file, added: idsOf('new'), changed: idsOf('changed') }
        const subject = `store:${store.id}`
        if (done.length > 0) await audit(owner.tx, { ...actor, what: 'goods.import', subject, before: null, after })
        return refused
      })),
    )
    progress(Math.min(planned.length, from + PIECE))
  }
  return faults
}

/** Takes a file over into a store. What cannot be taken over is listed; all else is. A second time changes nothing. */
export async function importGoods(
  db: Db,
  store: FiledStore,
  file: { name: string; text: string },
  { categoryId, state, actor }: ImportDefaults,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<Imported> {
  const { goods, faults: unread, unknown } = isJsonLines(file.name) ? readJsonLines(file.text) : readCsv(file.text)
  const there = await liveGoods(db, store.id)
  const target: ImportTarget = {
    byId: byId(there),
    byCode: new Map(there.filter(({ code }) => code !== '').map((one) => [one.code, one])),
    categories: await pathsOf(db),
    ...{ categoryId, currency: store.currency, state, now: Date.now() },
  }
  const { planned, faults } = planImport(goods, target)
  const todo = planned.filter(({ kind }) => kind !== 'same')
  const refused = await carryOut(db, store, todo, {
    ...{ actor, file: basename(file.name) },
    progress: (done) => progress(done, todo.length),
  })
  const failed = new Set(refused.map(({ row }) => row))
  const count = (kind: Planned['kind']): number =>
    planned.filter((one) => one.kind === kind && !failed.has(one.row)).length
  return {
    ...{ added: count('new'), changed: count('changed'), same: count('same'), unknown },
    faults: [...unread, ...faults, ...refused].toSorted((a, b) => a.row - b.row),
  }
}
