import { readFile, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import type { RawFault } from '#contract/products/raw.ts'
import { byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { exportGoods, importGoods, type FiledStore } from './file.ts'
import { OperatorError, wholeNumber } from '../operator/answer.ts'

/** The largest file (bytes). */
const FILE_MAX = 200_000_000
/** The most faults of an import that are listed. */
const LISTED_MAX = 50

/**
 * Names a file of `goods`, or a backup's folder, by its whole path: the market may run in another folder. An option of
 * `backup` is no folder.
 */
export function wholePath(args: readonly string[], folder: string): readonly string[] {
  const [name, verb, store, file, ...more] = args
  if (name === 'backup')
    return [name, ...args.slice(1).map((arg) => (arg.startsWith('-') ? arg : resolve(folder, arg)))]
  if (name !== 'goods' || verb === undefined || store === undefined || file === undefined) return args
  return [name, verb, store, resolve(folder, file), ...more]
}

async function storeOf(db: Db, text: string | undefined): Promise<FiledStore> {
  const id = wholeNumber(text, 'A store')
  const store = await db.selectFrom('stores').select(['id', 'uid', 'currency']).where('id', '=', id).executeTakeFirst()
  if (!store) throw new OperatorError(`There is no store ${id}.`)
  return store
}

/** An error of the disk, in words. */
const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > FILE_MAX) throw new OperatorError(`${path} has ${size} bytes; a file has ${FILE_MAX} at most.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${path} cannot be read: ${errorText(error)}`)
  }
}

const faultText = ({ row, column, fault, value }: RawFault): string =>
  `row ${row}${column === '' ? '' : `, ${column}`}: ${fault}${value === '' ? '' : ` (${value})`}`

/**
 * `goods export <storeId> <file>`, `goods import <storeId> <file> [listed] [category <id>]`: a store's products as CSV,
 * or as JSON Lines where the name ends in .jsonl.
 */
export async function operateGoods(
  db: Db,
  [verb, store, path, ...wishes]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const usage = 'goods export <storeId> <file>, or goods import <storeId> <file> [listed] [category <id>]'
  if (path === undefined || !isAbsolute(path)) throw new OperatorError(usage)
  if (verb === 'export' && wishes.length === 0) {
    const { text, count } = await exportGoods(db, await storeOf(db, store), path)
    try {
      await writeFile(path, text, { flag: 'wx' })
    } catch (error) {
      throw new OperatorError(`${path} cannot be written: ${errorText(error)}`)
    }
    return `${count} products are in ${path}.`
  }
  const at = wishes.indexOf('category')
  const categoryId = at < 0 ? undefined : wholeNumber(wishes[at + 1], 'A category')
  const rest = at < 0 ? wishes : wishes.toSpliced(at, 2)
  if (verb !== 'import' || rest.some((word) => word !== 'listed')) throw new OperatorError(usage)
  const file = { name: path, text: await textOf(path) }
  const state = rest.length > 0 ? 'listed' : 'draft'
  const { added, changed, same, faults, unknown } = await importGoods(db, await storeOf(db, store), file, {
    categoryId,
    state,
    actor,
  })
  return [
    `${added} added, ${changed} changed, ${same} unchanged, ${faults.length} not taken over.`,
    ...(unknown.length > 0 ? [`These columns are not known: ${unknown.join(', ')}`] : []),
    ...faults.slice(0, LISTED_MAX).map(faultText),
    ...(faults.length > LISTED_MAX ? [`… and ${faults.length - LISTED_MAX} more`] : []),
  ].join('\n')
}
