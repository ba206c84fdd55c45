import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import * as z from 'zod/mini'

// The seed of all keys, sealed by a passphrase: scrypt derives a key from it, with which AES-256-GCM seals the seed.

/** Cost of scrypt for a new file: 128 MB and about half a second, once at each start. */
export const SEED_COST = { N: 2 ** 17, r: 8, p: 1 }
/** The most memory that a file may ask for (bytes). */
const MEMORY_MAX = 512 * 1024 * 1024
const MODE = 'aes-256-gcm'

export const PASSPHRASE_MIN = 12

const bytes = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/))
const Sealed = z.object({
  version: z.literal(1),
  N: z.union([10, 14, 15, 16, 17, 18].map((power) => z.literal(2 ** power))),
  r: z.literal(8),
  p: z.literal(1),
  salt: bytes,
  iv: bytes,
  tag: bytes,
  seed: bytes,
})

/** The seed cannot be opened; the message is meant for a person. */
export class SeedError extends Error {
  override name = 'SeedError'
}

const keyOf = (passphrase: string, salt: Uint8Array, cost: typeof SEED_COST): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Keyboards encode the same letter differently.
    scrypt(passphrase.normalize('NFKC'), salt, 32, { ...cost, maxmem: MEMORY_MAX + 1 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Seals a seed; resolves to the text of its file. */
export async function sealSeed(seed: Uint8Array, passphrase: string, cost = SEED_COST): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv(MODE, await keyOf(passphrase, salt, cost), iv)
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()])
  const [saltText, ivText, tag] = [salt, iv, cipher.getAuthTag()].map((part) => part.toString('base64'))
  return `${JSON.stringify({ version: 1, ...cost, salt: saltText, iv: ivText, tag, seed: sealed.toString('base64') })}\n`
}

/**
 * Opens a sealed seed.
 *
 * @throws SeedError
 */
export async function openSeed(text: string, passphrase: string): Promise<Uint8Array> {
  const read = Sealed.safeParse(parseJson(text))
  if (!read.success) throw new SeedError('The key file cannot be read.')
  const { N, r, p } = read.data
  const [salt, iv, tag, sealed] = [read.data.salt, read.data.iv, read.data.tag, read.data.seed].map((part) =>
    Buffer.from(part, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer]
  const key = await keyOf(passphrase, salt, { N, r, p })
  try {
    const decipher = createDecipheriv(MODE, key, iv, { authTagLength: 16 }).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch (error) {
    throw new SeedError('The passphrase is wrong, or the key file is damaged.', { cause: error })
  }
}

/** The key of the log. */
export const logKeyOf = (seed: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', seed, new Uint8Array(), 'caravan signer log', 32))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: refused like any other text that is no sealed seed.
    return undefined
  }
}
