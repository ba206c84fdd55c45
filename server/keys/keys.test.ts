import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { openKeys } from './market-keys.ts'
import { NotOpened, openAs, sealAs } from './seal.ts'

describe('sealing', () => {
  const key = Buffer.alloc(32, 1)
  const passport = Buffer.from('a passport, all of it')

  it('gives back what was sealed, and shows none of it', () => {
    const sealed = sealAs(key, 'file a', passport)
    expect(sealed.includes(passport)).toBe(false)
    expect(openAs(key, 'file a', sealed)).toEqual(passport)
    expect(sealAs(key, 'file a', passport).equals(sealed)).toBe(false)
  })

  it('opens with no other key, as nothing else, and not when a byte was changed', () => {
    const sealed = sealAs(key, 'file a', passport)
    expect(() => openAs(Buffer.alloc(32, 2), 'file a', sealed)).toThrow(NotOpened)
    expect(() => openAs(key, 'file b', sealed)).toThrow(NotOpened)
    for (const at of [0, 3, 30, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => openAs(key, 'file a', changed)).toThrow(NotOpened)
    }
    expect(() => openAs(key, 'file a', passport)).toThrow(NotOpened)
  })
})

describe("the market's keys", () => {
  let folder: string
  let database: OpenDatabase
  let warnings: string[]
  const opened = (source = {}) =>
    openKeys(database.db, { folder: join(folder, 'keys'), ...source }, (t) => warnings.push(t))
  beforeAll(async () => {
    database = await openDatabase({})
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'caravan-keys-'))
    warnings = []
  })
  afterEach(async () => {
    await sql`delete from market_keys`.execute(database.db)
    await rm(folder, { recursive: true })
  })

  it('are made at the first start, for their owner alone, and are the same at the next', async () => {
    const first = await opened()
    const again = await opened()
    expect(again.sealing).toEqual(first.sealing)
    expect(again.signing!.publicKey).toBe(first.signing!.publicKey)
    expect(warnings).toEqual([])
    expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'keys', 'seal.key'))).mode & 0o777).toBe(0o600)
    const key = createPublicKey({
      key: Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(first.signing!.publicKey, 'base64'),
      ]),
      format: 'der',
      type: 'spki',
    })
    const signature = Buffer.from(first.signing!.sign('agreed'), 'base64')
    expect(verify(null, Buffer.from('agreed'), key, signature)).toBe(true)
  })

  it('are not made again when one is missing: nothing is sealed or signed, and the log says so', async () => {
    await opened()
    await rm(join(folder, 'keys'), { recursive: true })
    expect(await opened()).toEqual({ sealing: undefined, signing: undefined })
    expect(warnings).toEqual([
      expect.stringMatching(/seals documents is missing.*seal\.key/s),
      expect.stringMatching(/signs contracts is missing.*sign\.key/s),
    ])
  })

  it('are not used when they are others, from a file or from the environment', async () => {
    await opened()
    const other = Buffer.alloc(32, 7).toString('base64')
    const right = (await readFile(join(folder, 'keys', 'seal.key'), 'utf8')).trim()
    await writeFile(join(folder, 'keys', 'seal.key'), `${other}\n`)
    const { sealing, signing } = await opened({ sign: other })
    expect([sealing, signing]).toEqual([undefined, undefined])
    expect(warnings.join('\n')).toMatch(/seals documents is another.*signs contracts is another/s)
    expect((await opened({ seal: right })).sealing).toEqual(Buffer.from(right, 'base64'))
  })
})
