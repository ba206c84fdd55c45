import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  KeyObject,
  pbkdf2Sync,
  randomBytes,
  type webcrypto,
} from 'node:crypto'
import sharp from 'sharp'
import { gunzipSync, gzipSync } from 'node:zlib'

// Prepares a process so that a history runs the same each time. Work that takes real time on a thread of its own
// (ciphers, gzip) is done at once, and the tasks queued in the event loop are counted, so that it is known when nothing
// moves any more and the virtual clock may go on. The most frequent work, copying rows, is done cheaply. Import this
// before anything else.

const turnOfNode = globalThis.setImmediate
let queued = 0
let busy = 0

let age = 0
/** The task that was queued last; the error about an endless loop names it. */
let last: (() => void) | ((...args: unknown[]) => void) = () => undefined

const counted = (run: (...args: unknown[]) => void, ...args: unknown[]): NodeJS.Immediate => {
  const mine = age
  queued += 1
  last = run
  return turnOfNode(() => {
    if (mine !== age) return
    queued -= 1
    run(...args)
  })
}

/** Forgets all that is still queued: it belongs to a history that is over. */
export function abandon(): void {
  age += 1
  queued = 0
}

/** Lets the event loop turn `count` times. */
export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await new Promise<void>((next) => {
      turnOfNode(next)
    })
}

/** The number of turns beyond which something must be looping without the clock. */
const CIRCLES = 20_000

/** Resolves when nothing moves any more until the clock does. */
export function quiet(): Promise<void> {
  return new Promise((done, failed) => {
    let still = 0
    let circles = 0
    const look = (): void => {
      still = queued === 0 && busy === 0 ? still + 1 : 0
      if (still === 3) return done()
      // The work of the market may take real time.
      if (busy === 0) circles += 1
      if (circles > CIRCLES)
        return failed(
          new Error(
            `after ${CIRCLES} turns of the event loop there is still something to do (${queued} queued, ${busy} under way), the last of it ${last.toString().slice(0, 200)}`,
          ),
        )
      turnOfNode(look)
    }
    turnOfNode(look)
  })
}

/** Resolves when nothing is under way that keeps the clock from going on. */
export async function whenIdle(): Promise<void> {
  do await turns(50)
  while (busy > 0)
}

/** Keeps the clock from going on while `work` runs. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  busy += 1
  try {
    return await work()
  } finally {
    busy -= 1
  }
}

type Data = ArrayBuffer | ArrayBufferView<ArrayBuffer>
const bytes = (data: Data): Buffer =>
  ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data)
const exact = (data: Buffer): ArrayBuffer =>
  data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer
interface Gcm {
  iv: Data
  additionalData: Data
}
const TAG = 16

const ciphers = {
  encrypt: async ({ iv, additionalData }: Gcm, key: CryptoKey, data: Data): Promise<ArrayBuffer> => {
    const cipher = createCipheriv('aes-256-gcm', KeyObject.from(key as webcrypto.CryptoKey), bytes(iv)).setAAD(
      bytes(additionalData),
    )
    return exact(Buffer.concat([cipher.update(bytes(data)), cipher.final(), cipher.getAuthTag()]))
  },
  decrypt: async ({ iv, additionalData }: Gcm, key: CryptoKey, data: Data): Promise<ArrayBuffer> => {
    const all = bytes(data)
    try {
      const cipher = createDecipheriv('aes-256-gcm', KeyObject.from(key as webcrypto.CryptoKey), bytes(iv))
        .setAAD(bytes(additionalData))
        .setAuthTag(all.subarray(-TAG))
      return exact(Buffer.concat([cipher.update(all.subarray(0, -TAG)), cipher.final()]))
    } catch (error) {
      throw new DOMException(String(error), 'OperationError')
    }
  },
  digest: async (_algorithm: unknown, data: Data): Promise<ArrayBuffer> =>
    exact(createHash('sha256').update(bytes(data)).digest()),
  importKey: async (_format: string, data: Data): Promise<CryptoKey> =>
    createSecretKey(createHash('sha256').update(bytes(data)).digest()).toCryptoKey({ name: 'AES-GCM' }, true, [
      'encrypt',
    ]) as CryptoKey,
  // One round in place of hundreds of thousands: the strength of a passphrase is not tested here.
  deriveKey: async ({ salt }: { salt: Data }, from: CryptoKey): Promise<CryptoKey> =>
    createSecretKey(
      pbkdf2Sync(KeyObject.from(from as webcrypto.CryptoKey).export(), bytes(salt), 1, 32, 'sha256'),
    ).toCryptoKey({ name: 'AES-GCM' }, false, ['encrypt', 'decrypt']) as CryptoKey,
  generateKey: async (_algorithm: unknown, extractable: boolean, usages: KeyUsage[]): Promise<CryptoKey> =>
    createSecretKey(randomBytes(32)).toCryptoKey({ name: 'AES-GCM' }, extractable, usages) as CryptoKey,
}

class PlainBlob extends Blob {
  readonly #parts: BlobPart[]
  constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
    super(parts, options)
    this.#parts = parts
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const parts = this.#parts.map((p) => (typeof p === 'string' ? Buffer.from(p) : bytes(p as Data)))
    return new ReadableStream({
      start: (c) => {
        c.enqueue(new Uint8Array(Buffer.concat(parts)))
        c.close()
      },
    })
  }
}

const whole = (convert: (all: Buffer) => Buffer) =>
  class extends TransformStream<Uint8Array, Uint8Array> {
    constructor() {
      const parts: Uint8Array[] = []
      super({
        transform: (part) => {
          parts.push(part)
        },
        flush: (controller) => {
          try {
            controller.enqueue(new Uint8Array(convert(Buffer.concat(parts))))
          } catch (error) {
            controller.error(new TypeError(String(error)))
          }
        },
      })
    }
  }

const cloneOfAll = structuredClone

/** A copy of a plain value, as rows are made of; throws a TypeError at anything else. */
function cloneOfPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('not plain')
    return value
  }
  const kind: unknown = Object.getPrototypeOf(value)
  if (kind === Array.prototype) return (value as unknown[]).map(cloneOfPlain)
  if (kind === Uint8Array.prototype) return (value as Uint8Array).slice()
  if (kind === ArrayBuffer.prototype) return (value as ArrayBuffer).slice(0)
  if (kind !== Object.prototype) throw new TypeError('not plain')
  const copy: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value)) {
    if (key === '__proto__') throw new TypeError('not plain')
    copy[key] = cloneOfPlain(part)
  }
  return copy
}

/**
 * A cheap `structuredClone`, since storage copies more than it does anything else. Cipher keys, circular values and
 * values that cannot be copied at all are left to the platform.
 */
const clone = (value: unknown, options?: StructuredSerializeOptions): unknown => {
  if (options) return cloneOfAll(value, options)
  try {
    return cloneOfPlain(value)
  } catch {
    return cloneOfAll(value)
  }
}

/** The same bytes for any picture, without a thread that takes real time. */
const pictureAtOnce = async (options?: { resolveWithObject?: boolean }): Promise<unknown> =>
  options?.resolveWithObject ? { data: Buffer.from([1, 2, 3]) } : Buffer.from('a picture')

/** Prepares the process; once. */
export function prepareStage(): void {
  for (const [name, value] of Object.entries(ciphers))
    Object.defineProperty(crypto.subtle, name, { value, configurable: true })
  Object.assign(globalThis, {
    setImmediate: counted,
    structuredClone: clone,
    Blob: PlainBlob,
    CompressionStream: whole((all) => gzipSync(all, { level: 1 })),
    DecompressionStream: whole(gunzipSync),
  })
  Object.defineProperty(sharp.prototype, 'toBuffer', { value: pictureAtOnce, configurable: true })
  // Dexie would tell every database of the process of every change; each device has channels of its own.
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
}
