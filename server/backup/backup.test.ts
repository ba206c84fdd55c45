import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { marketCommand } from '../operator/commands/command.ts'
import { serveOperator } from '../operator/commands/control.ts'
import { makeShop } from '../../tests/support/market/orders.ts'
import { FolderCopy } from './folder-copy.ts'
import { writeManifest, type Manifest } from './manifest.ts'
import { noteRestored, RESTORED } from './restored.ts'
import { restoreBackup } from './restore.ts'

let root: string
let open: OpenDatabase | undefined
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'caravan-backup-'))
})
afterEach(async () => {
  await open?.close()
  open = undefined
  await rm(root, { recursive: true, force: true })
})
const inRoot = (...names: string[]): string => join(root, ...names)
const AT = Date.UTC(2026, 10, 30, 7, 17)

describe('a copy of a folder that is written to', () => {
  const long = new Date(Date.now() - 3_600_000)
  const later = new Date(Date.now() - 60_000)
  const write = async (name: string, text: string, at?: Date): Promise<void> => {
    await writeFile(inRoot('from', name), text)
    if (at) await utimes(inRoot('from', name), at, at)
  }
  const copied = (name: string): Promise<string> => readFile(inRoot('to', name), 'utf8')

  it('has after its last pass what the folder has, and copies again only what may have changed', async () => {
    await mkdir(inRoot('from', 'deep', 'empty'), { recursive: true })
    for (const name of ['same', 'rewritten', 'deep/gone']) await write(name, 'old', long)
    await write('fresh', 'old')
    const copy = new FolderCopy(inRoot('from'), inRoot('to'))
    await copy.pass()
    await write('rewritten', 'new', later)
    await rm(inRoot('from', 'deep', 'gone'))
    await write('deep/came', 'new')
    for (const name of ['same', 'fresh']) await writeFile(inRoot('to', name), 'seen')
    await copy.pass()
    // A file that was just written may be written again without another time of change.
    expect(await copied('fresh')).toBe('old')
    expect(await copied('same')).toBe('seen')
    expect(await copied('rewritten')).toBe('new')
    expect(await copied('deep/came')).toBe('new')
    expect((await readdir(inRoot('to', 'deep'))).toSorted()).toEqual(['came', 'empty'])
  })
})

describe('a market', () => {
  const market = (folder: string, ...args: string[]) => marketCommand(args, { DATA_DIR: inRoot(folder) })

  it('is copied whole while it runs, without its keys, and overwrites nothing', async () => {
    open = await openDatabase({ dataDir: inRoot('data') })
    const { ids } = await makeShop(open.db, [{ stock: 5 }])
    await mkdir(inRoot('data', 'photographs'))
    await writeFile(inRoot('data', 'photographs', 'abc.webp'), 'a photograph')
    await writeFile(inRoot('data', 'photographs', 'def.webp.1.part'), 'half')
    for (const folder of ['keys', 'mail']) await mkdir(inRoot('data', folder))
    const stop = await serveOperator(open.db, inRoot('data'))
    expect(await market('data', 'backup', inRoot('copy'))).toMatchObject({
      exit: 0,
      text: expect.stringContaining('Its keys are not in it') as string,
    })
    expect((await readdir(root)).toSorted()).toEqual(['copy', 'data'])
    expect((await readdir(inRoot('copy'))).toSorted()).toEqual(['SHA256SUMS', 'backup.json', 'pglite', 'photographs'])
    if (process.platform !== 'win32') expect((await stat(inRoot('copy'))).mode & 0o777).toBe(0o700)
    const refused = async (...args: string[]): Promise<string> => {
      const { exit, text } = await market('data', 'backup', ...args)
      expect(exit).toBe(1)
      return text
    }
    expect(await refused(inRoot('copy'))).toBe(
      `${inRoot('copy')} is there already. A backup overwrites nothing: name a new folder.`,
    )
    expect(await refused(inRoot('data', 'copy'))).toContain("is in the market's own folder")
    expect(await refused(inRoot('nowhere', 'copy'))).toMatch(/^The backup was not made: ENOENT/)
    await symlink(inRoot('data'), inRoot('link'))
    expect(await refused(inRoot('link', 'copy'))).toContain("is in the market's own folder")
    for (const args of [[], ['--key'], [inRoot('other'), '--key']])
      expect(await refused(...args)).toContain('backup <folder>')
    expect(await readdir(root)).not.toContain('other')
    await stop()
    await open.close()
    open = undefined

    expect((await market('there', 'restore', inRoot('copy'))).text).toContain('Its keys are not there.')
    open = await openDatabase({ dataDir: inRoot('there') })
    expect(await open.db.selectFrom('products').select(['id', 'stock']).execute()).toEqual([{ id: ids[0], stock: 5 }])
    expect((await readdir(inRoot('there'))).toSorted()).toEqual(['market.lock', 'pglite', 'photographs', RESTORED])
    expect(await readdir(inRoot('there', 'photographs'))).toEqual(['abc.webp'])
    expect(await readFile(inRoot('there', 'photographs', 'abc.webp'), 'utf8')).toBe('a photograph')
  })

  it('has its keys copied by themselves, unless they are not those by which it lives', async () => {
    open = await openDatabase({ dataDir: inRoot('data') })
    await mkdir(inRoot('data', 'keys'))
    for (const name of ['seal', 'sign'])
      await writeFile(inRoot('data', 'keys', `${name}.key`), 'c2VjcmV0', { mode: 0o400 })
    const stop = await serveOperator(open.db, inRoot('data'))
    expect(await market('data', 'backup', inRoot('both'), '--keys')).toMatchObject({
      exit: 0,
      text: expect.stringMatching(/^The keys of Caravan are in .*\nKeep them apart from its backups/s) as string,
    })
    expect((await readdir(inRoot('both', 'keys'))).toSorted()).toEqual(['seal.key', 'sign.key'])
    await rm(inRoot('data', 'keys', 'sign.key'), { force: true })
    const { exit, text } = await market('data', 'backup', inRoot('one'), '--keys')
    expect(exit).toBe(0)
    expect(text).toContain('sign.key is not among them: keep a copy of SIGN_KEY, too.')
    expect(await readdir(inRoot('one', 'keys'))).toEqual(['seal.key'])
    await sql`insert into market_keys (name, fingerprint) values ('seal', 'another')`.execute(open.db)
    expect(await market('data', 'backup', inRoot('wrong'), '--keys')).toMatchObject({
      exit: 1,
      text: expect.stringContaining('seal.key is not the key by which this market lives') as string,
    })
    expect((await readdir(root)).toSorted()).toEqual(['both', 'data', 'one'])
    await stop()
  })

  it('that stands still is copied, too', async () => {
    open = await openDatabase({ dataDir: inRoot('data') })
    await open.close()
    open = undefined
    expect((await market('data', 'backup', inRoot('copy'))).exit).toBe(0)
    expect((await market('there', 'restore', inRoot('copy'))).exit).toBe(0)
    expect(await market('there', 'orders')).toEqual({ exit: 0, text: 'No orders.' })
  })
})

/** A folder like that of a backup. */
async function made(name: string, about: Partial<Manifest> = {}): Promise<string> {
  const folder = inRoot(name)
  const parts = about.holds === 'keys' ? ['keys'] : ['pglite/pg_notify', 'photographs']
  for (const part of parts) await mkdir(join(folder, part), { recursive: true })
  if (about.holds === 'keys') await writeFile(join(folder, 'keys', 'seal.key'), 'c2VjcmV0')
  else for (const file of ['pglite/PG_VERSION', 'photographs/a.webp']) await writeFile(join(folder, file), file)
  await writeManifest(folder, { holds: 'market', market: 'Nile Bazaar', at: AT, keys: {}, ...about })
  return folder
}

/** Changes the list of a backup's files, and what the backup says of that list. */
async function relist(folder: string, change: (lines: string) => string): Promise<void> {
  const sums = join(folder, 'SHA256SUMS')
  const text = change(await readFile(sums, 'utf8'))
  await writeFile(sums, text)
  const manifest = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as Manifest
  const hash = createHash('sha256').update(text).digest('hex')
  await writeFile(join(folder, 'backup.json'), JSON.stringify({ ...manifest, sums: hash }))
}

describe('restoring a backup', () => {
  const restore = (args: readonly string[], kind: 'pglite' | 'postgres' = 'pglite') =>
    restoreBackup({ dataDir: inRoot('data'), kind }, args, { cwd: root, now: AT })

  it('makes its files anew, folders without any among them, and says what is missing', async () => {
    const backup = await made('copy')
    expect((await restore([backup])).split('\n')).toEqual([
      `Nile Bazaar is in ${inRoot('data')}, as of 2026-11-30 07:17 UTC: 2 files, all of them as they were copied.`,
      `Its keys are not there. Put seal.key and sign.key into ${inRoot('data', 'keys')}, or set SEAL_KEY and SIGN_KEY, before it starts.`,
      'Start it with npm start.',
    ])
    expect((await readdir(inRoot('data'))).toSorted()).toEqual(['pglite', 'photographs', RESTORED])
    expect((await readdir(inRoot('data', 'pglite'))).toSorted()).toEqual(['PG_VERSION', 'pg_notify'])
  })

  it('brings its keys along where they are named', async () => {
    await made('copy', { keys: { seal: 'a' } })
    await made('keys', { holds: 'keys', keys: { seal: 'a' } })
    expect(await restore(['copy', '--keys', 'keys'])).not.toContain('.key')
    expect(await readFile(inRoot('data', 'keys', 'seal.key'), 'utf8')).toBe('c2VjcmV0')
  })

  it('names a key that did not come with it', async () => {
    await made('copy', { keys: { seal: 'a', sign: 'b' } })
    await made('keys', { holds: 'keys', keys: { seal: 'a' } })
    expect(await restore(['copy', '--keys', 'keys'])).toContain('sign.key is not among its keys')
  })

  it.each<[what: string, breakIt: (folder: string) => Promise<unknown>, refusal: string]>([
    ['a changed file', (at) => appendFile(join(at, 'pglite/PG_VERSION'), '!'), 'is not what was copied'],
    ['a missing file', (at) => rm(join(at, 'photographs/a.webp')), 'The backup was not restored: ENOENT'],
    ['a changed list', (at) => appendFile(join(at, 'SHA256SUMS'), '\n'), 'SHA256SUMS was changed'],
    ['no list', (at) => rm(join(at, 'SHA256SUMS')), 'SHA256SUMS is missing'],
    ['a shorter list', (at) => relist(at, (text) => text.replace(/.*\n/, '')), 'lists 1 files of 2'],
    ['a path that leads away', (at) => relist(at, (text) => text.replace('pglite/', 'pglite/../../')), 'no backup has'],
    ['a file twice', (at) => relist(at, (text) => text.replace(/.*\n/, '$&$&')), 'EEXIST'],
    ['a line cut off', (at) => relist(at, (text) => text.slice(0, -1)), 'no backup has'],
    ['a part that no backup has', (at) => relist(at, (text) => text.replace('pglite/', 'control/')), 'no backup has'],
    ['another form', (at) => writeFile(join(at, 'backup.json'), '{"format":2}'), 'made by a newer version'],
    ['no end', (at) => rm(join(at, 'backup.json')), 'There is no backup in'],
  ])('refuses one with %s, and leaves nothing behind', async (_what, breakIt, refusal) => {
    const backup = await made('copy')
    await breakIt(backup)
    await expect(restore([backup])).rejects.toThrow(refusal)
    expect(existsSync(inRoot('data')) ? await readdir(inRoot('data')) : []).toEqual([])
  })

  it('refuses a folder in which something is, another database, and the keys of another market', async () => {
    await made('copy', { keys: { seal: 'a' } })
    await made('files', { holds: 'files' })
    await made('keys', { holds: 'keys', keys: { seal: 'b' } })
    await expect(restore(['copy', '--keys', 'keys'])).rejects.toThrow('is not the one by which this market lives')
    await expect(restore(['copy', '--keys', 'files'])).rejects.toThrow('not of its keys')
    await expect(restore(['keys'])).rejects.toThrow('holds keys only')
    await expect(restore(['copy'], 'postgres')).rejects.toThrow('Unset DATABASE_URL')
    await expect(restore(['files'])).rejects.toThrow('set DATABASE_URL')
    await expect(restore([])).rejects.toThrow('restore <folder>')
    await mkdir(inRoot('data', 'lost+found'), { recursive: true })
    await writeFile(inRoot('data', 'notes.txt'), 'mine')
    await expect(restore(['copy'])).rejects.toThrow('is not empty (notes.txt)')
    expect((await readdir(inRoot('data'))).toSorted()).toEqual(['lost+found', 'notes.txt'])
    await rm(inRoot('data', 'notes.txt'))
    await restore(['copy'])
    await expect(restore(['copy'])).rejects.toThrow('is not empty')
  })

  it('that was cut off lets no market begin there', async () => {
    await mkdir(inRoot('data', 'restoring'), { recursive: true })
    await expect(openDatabase({ dataDir: inRoot('data') })).rejects.toThrow('was cut off')
    expect(existsSync(inRoot('data', 'pglite'))).toBe(false)
  })

  it('is written into the audit log once', async () => {
    open = await openDatabase()
    await mkdir(inRoot('data'))
    await writeFile(inRoot('data', RESTORED), JSON.stringify({ backup: AT, at: AT + 1000, noted: false }))
    for (let starts = 0; starts < 2; starts++) await noteRestored(open.db, inRoot('data'))
    expect(await open.db.selectFrom('audit_log').select(['what', 'via', 'after']).execute()).toEqual([
      {
        what: 'market.restore',
        via: 'command',
        after: { backup: '2026-11-30T07:17:00.000Z', restored: '2026-11-30T07:17:01.000Z' },
      },
    ])
  })
})
