import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { keyFingerprints, keySettings, purposes, readKeyFile } from '../keys/market-keys.ts'
import { fingerprintOf } from '../keys/seal.ts'
import { timeText } from '../texts/time-text.ts'
import { OperatorError } from '../operator/answer.ts'
import { photographsIn } from '../pictures/photograph.ts'
import { readMarketName } from '../market/settings.ts'
import { copyFolder, FolderCopy } from './folder-copy.ts'
import { syncFolder, writeManifest, type Manifest } from './manifest.ts'

/** Where a market keeps what is its own. */
export interface BackupPlace {
  /** Absolute. */
  dataDir: string
  kind: 'pglite' | 'postgres'
}

const USAGE = 'A backup: backup <folder>, or backup <folder> --keys.'

/** The markets of this process that are being copied. */
const underWay = new WeakSet<Db>()

/** An error of the disk in words; any other error is a bug, and thrown on. */
export function diskError(error: unknown, what: string): OperatorError {
  if (error instanceof OperatorError) return error
  if (error instanceof Error && 'syscall' in error) return new OperatorError(`${what}: ${error.message}`)
  throw error
}

/** A path without links; one that is not there stays as it is. */
const withoutLinks = (path: string): Promise<string> => realpath(path).catch(() => path)

/** Whether a new folder would be within another one, or be it. */
async function isWithin(path: string, folder: string): Promise<boolean> {
  const place = join(await withoutLinks(dirname(path)), basename(path))
  const way = relative(await withoutLinks(folder), place)
  return way === '' || (!isAbsolute(way) && way.split(sep)[0] !== '..')
}

/** The folder that a command names for a copy, and whether the copy is of the keys. @throws OperatorError */
async function readAsked(args: readonly string[], dataDir: string): Promise<{ folder: string; ofKeys: boolean }> {
  const [path, ...more] = args.filter((arg) => arg !== '--keys')
  if (path === undefined || !isAbsolute(path) || more.length > 0) throw new OperatorError(USAGE)
  const folder = resolve(path)
  if (await isWithin(folder, dataDir))
    throw new OperatorError(`${folder} is in the market's own folder: what takes that one would take the backup too.`)
  if (existsSync(folder))
    throw new OperatorError(`${folder} is there already. A backup overwrites nothing: name a new folder.`)
  return { folder, ofKeys: args.includes('--keys') }
}

/**
 * `backup <folder>`: copies the market while it runs; `backup <folder> --keys`: its keys alone. The copy has its name
 * once it is whole, and overwrites nothing.
 *
 * @throws OperatorError
 */
export async function backUp(db: Db, { dataDir, kind }: BackupPlace, args: readonly string[]): Promise<string> {
  const { folder, ofKeys } = await readAsked(args, dataDir)
  if (underWay.has(db)) throw new OperatorError('A backup of this market is being made already.')
  underWay.add(db)
  const draft = `${folder}.${randomUUID().slice(0, 8)}.partial`
  try {
    const market = await readMarketName(db)
    await mkdir(draft, { mode: 0o700 })
    const text = ofKeys
      ? await copyKeys(db, { dataDir, market }, draft)
      : await copyMarket(db, { dataDir, kind, market }, draft)
    await rename(draft, folder)
    await syncFolder(dirname(folder))
    return `${ofKeys ? `The keys of ${market} are` : `${market} is`} in ${folder}: ${text}`
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw diskError(error, 'The backup was not made')
  } finally {
    underWay.delete(db)
  }
}

/** Copies the database's files; answers of which moment they are (Unix ms) and how long the market stood still (ms). */
async function copyDatabase(db: Db, from: string, to: string): Promise<{ at: number; stood: number }> {
  const copy = new FolderCopy(from, to)
  // Two passes while everything goes on leave little to the one for which it stands still.
  await copy.pass()
  await copy.pass()
  return db.connection().execute(async (session) => {
    const since = performance.now()
    // The embedded database has one session. While it is ours nobody writes a page, and what was committed is in the
    // files. Only commits that share a sync may still add a record to the log, which a start reads up to the last
    // whole one.
    await sql`checkpoint`.execute(session)
    const at = Date.now()
    await copy.pass()
    return { at, stood: performance.now() - since }
  })
}

const sizeText = ({ files, bytes }: Manifest): string => `${files} files, ${(bytes / 1e6).toFixed(1)} MB.`

/** A market by its name. */
type Named<P> = P & { market: string }

async function copyMarket(db: Db, { dataDir, kind, market }: Named<BackupPlace>, draft: string): Promise<string> {
  const embedded = kind === 'pglite'
  if (embedded && !existsSync(join(dataDir, 'pglite'))) throw new OperatorError(`There is no database in ${dataDir}.`)
  const { at, stood } = embedded
    ? await copyDatabase(db, join(dataDir, 'pglite'), join(draft, 'pglite'))
    : { at: Date.now(), stood: 0 }
  // After the database: a photograph is on the disk before a row names it, and stays.
  await copyFolder(photographsIn(dataDir), join(draft, 'photographs'))
  const manifest = await writeManifest(draft, {
    holds: embedded ? 'market' : 'files',
    market,
    at,
    keys: Object.fromEntries(await keyFingerprints(db)),
  })
  return [
    sizeText(manifest),
    embedded
      ? `Its database is that of ${timeText(at)}. The market stood still for ${(stood / 1000).toFixed(1)} s.`
      : 'Its database is not in it: pg_dump copies a PostgreSQL. Dump it first, so that each photograph it names is here.',
    'Its keys are not in it, without which a restored market opens no document and signs nothing. “backup <folder> --keys” copies them: to another place.',
  ].join('\n')
}

/**
 * Copies the keys that are files; the answer names those that are not.
 *
 * @throws OperatorError where none is, or one is not the key by which the database lives
 */
async function copyKeys(
  db: Db,
  { dataDir, market }: Named<Pick<BackupPlace, 'dataDir'>>,
  draft: string,
): Promise<string> {
  const from = join(dataDir, 'keys')
  const used = await keyFingerprints(db)
  const keys: Manifest['keys'] = {}
  await mkdir(join(draft, 'keys'), { mode: 0o700 })
  for (const name of purposes) {
    const key = await readKeyFile(from, name)
    if (!key) continue
    keys[name] = fingerprintOf(key)
    if (used.has(name) && used.get(name) !== keys[name])
      throw new OperatorError(
        `${join(from, `${name}.key`)} is not the key by which this market lives. Keep a copy of ${keySettings[name]}, or put the right file there.`,
      )
    const copy = join(draft, 'keys', `${name}.key`)
    await copyFile(join(from, `${name}.key`), copy)
    await chmod(copy, 0o600)
  }
  const missing = purposes.filter((name) => keys[name] === undefined)
  if (missing.length === purposes.length)
    throw new OperatorError(`There are no keys in ${from}: they come from SEAL_KEY and SIGN_KEY. Keep a copy of those.`)
  const manifest = await writeManifest(draft, { holds: 'keys', market, at: Date.now(), keys })
  return [
    sizeText(manifest),
    'Keep them apart from its backups: together they open every document.',
    ...missing.map((name) => `${name}.key is not among them: keep a copy of ${keySettings[name]}, too.`),
  ].join('\n')
}
