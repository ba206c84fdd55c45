import { UNSENT_FILE_MAX } from '#contract/wire/limits.ts'
import {
  UNSENT_ROUNDS,
  UNSENT_VERSION,
  UnsentHeader,
  UnsentIntents,
  UnsentKind,
  type UnsentIntent,
} from './file-schema.ts'

// A file of unsent work:  {header as JSON} \n {AES-GCM of the intents as JSON}
// The key comes from the passphrase by PBKDF2-SHA-256; the header is the additional data, so that no byte of the file
// can be changed unseen.

/** The header is no longer than this (bytes). */
const HEADER_MAX = 2_000
const LINE_END = 10

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  // However a keyboard puts its letters together, the passphrase is the same.
  const typed = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(passphrase.normalize('NFKC')),
    'PBKDF2',
    false,
    ['deriveKey'],
  )
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    typed,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Seals intents into the bytes of a file. */
export async function sealFile(
  of: Pick<UnsentHeader, 'uid' | 'incarnation' | 'createdAt'>,
  intents: readonly UnsentIntent[],
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const header: UnsentHeader = {
    format: 'caravan-unsent',
    // An app that would pass by their incarnation says that the file is newer.
    version: intents.some((intent) => intent.incarnation !== undefined) ? UNSENT_VERSION : 1,
    ...of,
    rounds: UNSENT_ROUNDS,
    salt: [...salt],
    iv: [...iv],
  }
  const head = new TextEncoder().encode(`${JSON.stringify(header)}\n`)
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: head },
    await keyOf(passphrase, salt, UNSENT_ROUNDS),
    new TextEncoder().encode(JSON.stringify(intents)),
  )
  const file = new Uint8Array(head.length + data.byteLength)
  file.set(head)
  file.set(new Uint8Array(data), head.length)
  return file
}

/** The head of a file, which is readable without its passphrase; or why the file cannot be read here. */
export function headerOf(file: Uint8Array): UnsentHeader | 'noFile' | 'newer' {
  const end = file.subarray(0, HEADER_MAX).indexOf(LINE_END)
  if (end < 0 || file.length > UNSENT_FILE_MAX) return 'noFile'
  const parsed = parse(new TextDecoder().decode(file.subarray(0, end)))
  const kind = UnsentKind.safeParse(parsed)
  if (!kind.success) return 'noFile'
  if (kind.data.version > UNSENT_VERSION) return 'newer'
  return UnsentHeader.safeParse(parsed).data ?? 'noFile'
}

/** The intents of a file; undefined when the passphrase is another, or a byte of the file is. */
export async function openFile(
  file: Uint8Array<ArrayBuffer>,
  header: UnsentHeader,
  passphrase: string,
): Promise<UnsentIntent[] | undefined> {
  const at = file.indexOf(LINE_END) + 1
  const key = await keyOf(passphrase, Uint8Array.from(header.salt), header.rounds)
  try {
    const clear = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: Uint8Array.from(header.iv), additionalData: file.slice(0, at) },
      key,
      file.slice(at),
    )
    return UnsentIntents.safeParse(parse(new TextDecoder().decode(clear))).data
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  }
}

/** Undefined when it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
