import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { RESTORING } from '../db/folder/half-restored.ts'
import { keySettings, purposes } from '../keys/market-keys.ts'
import { timeText } from '../texts/time-text.ts'
import { OperatorError } from '../operator/answer.ts'
import { diskError, type BackupPlace } from './back-up.ts'
import { hashSynced, readManifest, readSums, syncFolder, walkFolder, type Manifest } from './manifest.ts'
import { RESTORED, type Restored } from './restored.ts'

/** A new disk's folder has this one. */
const OF_DISKS = 'lost+found'

const USAGE = 'To restore a backup: restore <folder>, or restore <folder> --keys <folder of the keys>.'

interface Asked {
  backup: string
  keys: string | undefined
}

/** The folders that a command names, by their whole paths. */
function readAsked(args: readonly string[], cwd: string): Asked {
  const at = args.indexOf('--keys')
  const keys = at < 0 ? undefined : args[at + 1]
  const [backup, ...more] = at < 0 ? args : args.toSpliced(at, 2)
  if (backup === undefined || more.length > 0 || (at >= 0 && keys === undefined)) throw new OperatorError(USAGE)
  return { backup: resolve(cwd, backup), keys: keys === undefined ? undefined : resolve(cwd, keys) }
}

/**
 * `restore <folder> [--keys <folder>]`: makes the market of a backup anew in an empty data folder. Every file is
 * compared with its hash first; nothing has its place before all of them are right.
 *
 * @throws OperatorError
 */
export async function restoreBackup(
  { dataDir, kind }: BackupPlace,
  args: readonly string[],
  { cwd, now }: { cwd: string; now: number },
): Promise<string> {
  try {
    const asked = readAsked(args, cwd)
    const manifest = await readManifest(asked.backup)
    expectKind(manifest, asked.backup, kind)
    const keys = asked.keys === undefined ? undefined : await keysFor(manifest, asked.keys)
    await expectEmpty(dataDir)
    await bring({ ...asked, dataDir, now }, manifest, keys)
    return [
      `${manifest.market} is in ${dataDir}, as of ${timeText(manifest.at)}: ${manifest.files} files, all of them as they were copied.`,
      ...(manifest.holds === 'files' ? ['Its database is not in the backup: restore that from its own dump.'] : []),
      ...(asked.keys === undefined
        ? [
            `Its keys are not there. Put seal.key and sign.key into ${join(dataDir, 'keys')}, or set SEAL_KEY and SIGN_KEY, before it starts.`,
          ]
        : missingKeys(manifest, keys, dataDir)),
      'Start it with npm start.',
    ].join('\n')
  } catch (error) {
    throw diskError(error, 'The backup was not restored')
  }
}

/** Which of the keys by which a market lives are not among those that came with it. */
const missingKeys = ({ keys: used }: Manifest, brought: Manifest | undefined, dataDir: string): string[] =>
  purposes
    .filter((name) => used[name] !== undefined && brought?.keys[name] === undefined)
    .map(
      (name) =>
        `${name}.key is not among its keys. Put it into ${join(dataDir, 'keys')}, or set ${keySettings[name]}, before it starts.`,
    )

function expectKind({ holds }: Manifest, backup: string, kind: BackupPlace['kind']): void {
  if (holds === 'keys')
    throw new OperatorError(`${backup} holds keys only. Restore a market's backup, with --keys ${backup}.`)
  if (holds === 'market' && kind === 'postgres')
    throw new OperatorError(`${backup} holds an embedded database, and DATABASE_URL names another. Unset DATABASE_URL.`)
  if (holds === 'files' && kind === 'pglite')
    throw new OperatorError(`${backup} is of a market on PostgreSQL: set DATABASE_URL to its restored database.`)
}

/** The keys that a folder holds, which must be those by which the database of a backup lives. */
async function keysFor({ keys: used }: Manifest, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (manifest.holds !== 'keys') throw new OperatorError(`${folder} is a backup of a market, not of its keys.`)
  for (const name of purposes)
    if (used[name] !== undefined && manifest.keys[name] !== undefined && used[name] !== manifest.keys[name])
      throw new OperatorError(`The key ${name}.key in ${folder} is not the one by which this market lives.`)
  return manifest
}

/** @throws OperatorError where a folder is there and has anything in it */
async function expectEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = (await readdir(folder)).filter((name) => name !== OF_DISKS)
  if (names.length > 0)
    throw new OperatorError(
      `${folder} is not empty (${names.slice(0, 3).join(', ')}). A backup is restored into an empty folder: set DATA_DIR to one.`,
    )
}

/** Copies all that a backup holds beside its place, compares it, and moves it there. */
async function bring(
  { backup, keys: ofKeys, dataDir, now }: Asked & { dataDir: string; now: number },
  manifest: Manifest,
  keys: Manifest | undefined,
): Promise<void> {
  const draft = join(dataDir, RESTORING)
  await mkdir(draft, { mode: 0o700 })
  try {
    await copyWhole(backup, draft, manifest)
    if (ofKeys !== undefined && keys) await copyWhole(ofKeys, draft, keys)
    const restored: Restored = { backup: manifest.at, at: now, noted: false }
    await writeFile(join(draft, RESTORED), `${JSON.stringify(restored)}\n`, { mode: 0o600, flush: true })
    for await (const { path, folder } of walkFolder(draft)) if (folder) await syncFolder(join(draft, path))
    await syncFolder(draft)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  for (const name of await readdir(draft)) await rename(join(draft, name), join(dataDir, name))
  await syncFolder(dataDir)
  // While it is there, no market starts here.
  await rmdir(draft)
  await syncFolder(dataDir)
}

/** Copies the files that a backup lists. @throws OperatorError where one is missing or has changed */
async function copyWhole(from: string, to: string, { folders, files }: Manifest): Promise<void> {
  for (const path of folders) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
  let copied = 0
  for await (const { path, hash } of readSums(from)) {
    const place = join(to, path)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await copyFile(join(from, path), place, constants.COPYFILE_EXCL)
    await chmod(place, 0o600)
    if ((await hashSynced(place)).hash !== hash)
      throw new OperatorError(`${path} in ${from} is not what was copied. Nothing was restored.`)
    copied++
  }
  if (copied !== files) throw new OperatorError(`The backup in ${from} lists ${copied} files of ${files}.`)
}
