import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

// Everything sealed at rest has a key of its own, which the market's key seals (AES-256-GCM for both):
//
//   version (1) │ fingerprint of the market's key (8) │ nonce (12) sealed key (32) tag (16) │ nonce (12) bytes tag (16)
//
// Both are bound to the name of the content (`as`), so that it opens under no other name.

const VERSION = 1
const PRINT = 8
const NONCE = 12
const TAG = 16
const KEY = 32
const HEAD = 1 + PRINT
const WRAPPED = NONCE + KEY + TAG

/** Something sealed cannot be opened: with another key, as something else, or because it was changed. */
export class NotOpened extends Error {
  override name = 'NotOpened'
}

/** Identifies a key without revealing it (hexadecimal). */
export const fingerprintOf = (key: Uint8Array): string =>
  createHash('sha256').update('caravan key').update(key).digest('hex').slice(0, 32)

function lock(key: Uint8Array, as: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(as))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function unlock(key: Uint8Array, as: string, locked: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', key, locked.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(as))
    .setAuthTag(locked.subarray(-TAG))
  return Buffer.concat([cipher.update(locked.subarray(NONCE, -TAG)), cipher.final()])
}

/** Seals bytes under the name of what they are (`as`). */
export function sealAs(key: Uint8Array, as: string, bytes: Uint8Array): Buffer {
  const own = randomBytes(KEY)
  const print = Buffer.from(fingerprintOf(key), 'hex').subarray(0, PRINT)
  return Buffer.concat([Buffer.of(VERSION), print, lock(key, `key of ${as}`, own), lock(own, as, bytes)])
}

/**
 * Opens what was sealed.
 *
 * @throws NotOpened
 */
export function openAs(key: Uint8Array, as: string, sealed: Uint8Array): Buffer {
  const all = Buffer.from(sealed)
  const print = Buffer.from(fingerprintOf(key), 'hex').subarray(0, PRINT)
  if (all.length < HEAD + WRAPPED + NONCE + TAG || all[0] !== VERSION)
    throw new NotOpened('This is nothing that the market has sealed.')
  if (!all.subarray(1, HEAD).equals(print)) throw new NotOpened('This was sealed with another key.')
  try {
    const own = unlock(key, `key of ${as}`, all.subarray(HEAD, HEAD + WRAPPED))
    return unlock(own, as, all.subarray(HEAD + WRAPPED))
  } catch (error) {
    throw new NotOpened('This was sealed as something else, or it was changed.', { cause: error })
  }
}
