import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { fingerprintOf } from './seal.ts'

/** The market's two keys. One that is missing, or is not the one this database knows, is undefined: it is not used. */
export interface MarketKeys {
  /** Seals what people send (32 bytes). */
  sealing: Uint8Array | undefined
  /** Signs for the market. */
  signing: KeySigner | undefined
}

/** Signs with Ed25519. */
export interface KeySigner {
  /** The public key: 32 bytes in base64. */
  publicKey: string
  /** The signature of a text, in base64. */
  sign(text: string): string
}

/** A key is needed that is not there; the log has said so at the start. */
export class KeyAway extends Error {
  override name = 'KeyAway'
}

/**
 * The key that seals.
 *
 * @throws KeyAway
 */
export function sealingOf({ sealing }: MarketKeys): Uint8Array {
  if (!sealing) throw new KeyAway('The key that seals documents is not there.')
  return sealing
}

/** The purposes of the market's keys: sealing and signing. */
export const purposes = ['seal', 'sign'] as const
type Purpose = (typeof purposes)[number]
/** The settings that give them. */
export const keySettings = { seal: 'SEAL_KEY', sign: 'SIGN_KEY' } as const satisfies Record<Purpose, string>
const BYTES = 32

/** The beginning of an Ed25519 private key in PKCS #8; its 32 bytes follow (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function signerOf(seed: Uint8Array): KeySigner {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: spki.subarray(-BYTES).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  }
}

/** Where keys come from: given by the environment (base64), else files of this folder. */
export interface KeySource {
  seal?: string | undefined
  sign?: string | undefined
  /** Undefined: nothing is kept, keys last as long as the process. */
  folder: string | undefined
}

/** The fingerprints of the keys by which a database lives. */
export async function keyFingerprints(db: Db): Promise<Map<Purpose, string>> {
  const { rows } = await sql<{ name: Purpose; fingerprint: string }>`select name, fingerprint from market_keys`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.name, row.fingerprint]))
}

/**
 * The market's keys. At the first start they are made; afterwards only those that the database knows are used. `say`
 * hears what is missing or another.
 */
export async function openKeys(db: Db, source: KeySource, say: (message: string) => void): Promise<MarketKeys> {
  const known = await keyFingerprints(db)
  const open = async (name: Purpose): Promise<Uint8Array | undefined> => {
    const given = source[name]
    const found = given === undefined ? await readKeyFile(source.folder, name) : Buffer.from(given, 'base64')
    const key = found ?? (known.has(name) ? undefined : await makeKey(source.folder, name))
    if (!key) {
      say(sentence(name, 'is missing', source))
      return undefined
    }
    if (key.length !== BYTES) {
      say(sentence(name, 'is damaged', source))
      return undefined
    }
    // A key that nobody keeps is not one to hold a database to.
    if (given === undefined && source.folder === undefined && !known.has(name)) return key
    const fingerprint = known.get(name) ?? (await learn(db, name, fingerprintOf(key)))
    if (fingerprint === fingerprintOf(key)) return key
    say(sentence(name, 'is another than the one this database was used with', source))
    return undefined
  }
  const [sealing, signing] = [await open('seal'), await open('sign')]
  return { sealing, signing: signing && signerOf(signing) }
}

const sentence = (name: Purpose, wrong: string, { folder }: KeySource): string => {
  const [what, stops] =
    name === 'seal'
      ? ['The key that seals documents', 'No picture is taken, and none that is sealed is opened']
      : ['The key that signs contracts', 'No application is taken']
  const where = folder === undefined ? keySettings[name] : `${join(folder, `${name}.key`)} (or ${keySettings[name]})`
  return `${what} ${wrong}. ${stops}, until the right one is back: ${where}.`
}

/** The key in a file; undefined where there is none. */
export async function readKeyFile(folder: string | undefined, name: Purpose): Promise<Buffer | undefined> {
  if (folder === undefined) return undefined
  try {
    return Buffer.from((await readFile(join(folder, `${name}.key`), 'utf8')).trim(), 'base64')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a key, on the disk before anything is sealed with it. Who was faster has made it. */
async function makeKey(folder: string | undefined, name: Purpose): Promise<Buffer | undefined> {
  const key = randomBytes(BYTES)
  if (folder === undefined) return key
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const file = await open(join(folder, `${name}.key`), 'wx', 0o600)
    try {
      await file.writeFile(`${key.toString('base64')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readKeyFile(folder, name)
  }
}

/** Notes by which key this database lives; resolves with the one that holds: another process may have been faster. */
async function learn(db: Db, name: Purpose, fingerprint: string): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    with made as (insert into market_keys (name, fingerprint) values (${name}::text, ${fingerprint}::text)
      on conflict do nothing returning fingerprint)
    select fingerprint from made union all select fingerprint from market_keys where name = ${name}::text`.execute(db)
  return rows[0]?.fingerprint ?? fingerprint
}
