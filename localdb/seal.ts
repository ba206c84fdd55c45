import type { Sealed } from './schema.ts'

// What is personal is sealed at rest with the person's own AES-GCM key, which cannot be exported and
// is kept as a CryptoKey. It guards against copied disks and other profiles, not against script injection.

/** What a sealed value is bound to: it opens only as the same thing of the same person. */
export interface SealedAs { uid: string; id: string; version: number }

const bound = (as: SealedAs): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify([as.uid, as.id, as.version])) as Uint8Array<ArrayBuffer>

/** Makes a person's key. */
export const newSealKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** Seals a JSON value. Not to be awaited inside an IndexedDB transaction: it would end it. */
export async function seal(key: CryptoKey, as: SealedAs, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound(as) }, key, new TextEncoder().encode(JSON.stringify(value)))
  return { iv, data }
}

/** Opens a sealed value; undefined when the key is another, or it was sealed as something else. */
export async function unseal(key: CryptoKey, as: SealedAs, sealed: Sealed): Promise<unknown> {
  try {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv, additionalData: bound(as) }, key, sealed.data)
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  }
}
