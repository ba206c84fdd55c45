import type { Sealed } from './schema.ts'

// Personal data is sealed at rest with the person's own AES-GCM key, which cannot be exported and is kept as a
// CryptoKey. Sealing guards against copied disks and other profiles, not against script injection.

/** The identity that a sealed value is bound to: it opens only as the same thing of the same person. */
export interface SealedAs {
  uid: string
  id: string
  version: number
}

const bound = (as: SealedAs): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify([as.uid, as.id, as.version])) as Uint8Array<ArrayBuffer>

/** Makes a person's key. */
export const newSealKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const MARK = 's1.'
const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
/** Undefined when it is no base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidCharacterError') return undefined
    throw error
  }
}

/**
 * The same row with its text fields sealed one by one, each as a text of its own, bound to the row and the
 * field: so a fold can carry them about without ever looking into them. `ref` is the row's table and key.
 */
export async function sealFields<T extends object>(
  key: CryptoKey,
  uid: string,
  ref: string,
  row: T,
  fields: readonly string[],
): Promise<T> {
  const sealed: Record<string, string> = {}
  for (const field of fields) {
    const value = (row as Record<string, unknown>)[field]
    if (typeof value !== 'string') continue
    const { iv, data } = await seal(key, { uid, id: `${ref}#${field}`, version: 1 }, value)
    sealed[field] = MARK + toBase64(new Uint8Array([...iv, ...new Uint8Array(data)]))
  }
  return { ...row, ...sealed }
}

/**
 * The row with those fields in clear again; undefined when one of them does not open: the key was lost, or it is
 * another's.
 */
export async function unsealFields<T extends object>(
  key: CryptoKey,
  uid: string,
  ref: string,
  row: T,
  fields: readonly string[],
): Promise<T | undefined> {
  const clear: Record<string, string> = {}
  for (const field of fields) {
    const value = (row as Record<string, unknown>)[field]
    if (typeof value !== 'string') continue
    // A field that a guess leaves empty was never sealed: there is nothing to open.
    if (value === '') continue
    if (!value.startsWith(MARK)) return undefined
    const bytes = fromBase64(value.slice(MARK.length))
    if (!bytes) return undefined
    const opened = await unseal(
      key,
      { uid, id: `${ref}#${field}`, version: 1 },
      { iv: bytes.slice(0, 12), data: bytes.slice(12).buffer },
    )
    if (typeof opened !== 'string') return undefined
    clear[field] = opened
  }
  return { ...row, ...clear }
}

/** Seals bytes. Not to be awaited inside an IndexedDB transaction: it would end it. */
export async function sealBytes(key: CryptoKey, as: SealedAs, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound(as) }, key, bytes) }
}

/** Seals a JSON value. Not to be awaited inside an IndexedDB transaction: it would end it. */
export const seal = (key: CryptoKey, as: SealedAs, value: unknown): Promise<Sealed> =>
  sealBytes(key, as, new TextEncoder().encode(JSON.stringify(value)))

/** Opens a sealed value; undefined for what `unsealBytes` does not open. */
export async function unseal(key: CryptoKey, as: SealedAs, sealed: Sealed): Promise<unknown> {
  const bytes = await unsealBytes(key, as, sealed)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as unknown)
}

/**
 * Opens sealed bytes; undefined when the key is another, they were sealed as something else, or what is stored is
 * nothing sealed at all.
 */
export async function unsealBytes(
  key: CryptoKey,
  as: SealedAs,
  sealed: Sealed | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // Anything may stand in a store that others have written to.
  const { iv, data } = (sealed ?? {}) as Partial<Sealed>
  if (!ArrayBuffer.isView(iv) || Object.prototype.toString.call(data) !== '[object ArrayBuffer]') return undefined
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bound(as) }, key, data as ArrayBuffer),
    )
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  }
}

/** The identity that the bytes of a person's file are bound to. */
export const fileSealedAs = (uid: string, id: string): SealedAs => ({ uid, id: `files/${id}`, version: 1 })
