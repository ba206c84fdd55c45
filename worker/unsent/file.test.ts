import { beforeAll, describe, expect, it, vi } from 'vitest'
import { UNSENT_FILE_MAX } from '#contract/wire/limits.ts'
import { UNSENT_ROUNDS, UNSENT_VERSION, type UnsentHeader, type UnsentIntent } from './file-schema.ts'
import { headerOf, openFile, sealFile } from './file.ts'

const of = { uid: '00000000-0000-4000-8000-000000000001', incarnation: 'abcdefghijklmnop', createdAt: 1_000 }
const intent = (seq: number, more: Partial<UnsentIntent> = {}): UnsentIntent => ({
  seq,
  intentId: `i${seq}`,
  name: 'favourite.set',
  payload: { id: seq, on: true },
  createdAt: 900,
  confirmBy: null,
  deps: [],
  ...more,
})
const PASS = 'Çay bahçesi'
const text = (head: string, rest = ''): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`${head}\n${rest}`)

// Trying a passphrase takes a while, as it must; on a busy machine a few of them take many seconds.
describe('a file of unsent work', () => {
  let file: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    file = await sealFile(of, [intent(1), intent(2)], PASS)
  })
  const header = (): UnsentHeader => headerOf(file) as UnsentHeader

  it('says in clear whose it is, of which store, when it was made, and how it is sealed', () => {
    expect(header()).toEqual({
      format: 'caravan-unsent',
      version: 1,
      ...of,
      rounds: UNSENT_ROUNDS,
      salt: expect.any(Array),
      iv: expect.any(Array),
    })
    expect(header().salt).toHaveLength(16)
    expect(header().iv).toHaveLength(12)
    expect(new Set(header().salt).size).toBeGreaterThan(1)
  })

  it('opens with its passphrase, however a keyboard puts the letters together', async () => {
    expect(await openFile(file, header(), PASS.normalize('NFD'))).toEqual([intent(1), intent(2)])
  })

  it('does not open with another passphrase, nor with a byte changed anywhere', async () => {
    expect(await openFile(file, header(), `${PASS}!`)).toBeUndefined()
    const offset = new TextDecoder().decode(file).indexOf('"createdAt":1000') + '"createdAt":'.length
    for (const at of [offset, file.length - 1]) {
      const other = file.slice()
      other[at]! ^= 2
      expect(await openFile(other, headerOf(other) as UnsentHeader, PASS)).toBeUndefined()
    }
  })

  it.each([new TypeError('a bug'), new DOMException('a bug', 'InvalidAccessError')])(
    'does not take %s for a wrong passphrase',
    async (error) => {
      const decrypt = vi.spyOn(crypto.subtle, 'decrypt').mockRejectedValue(error)
      await expect(openFile(file, header(), PASS)).rejects.toBe(error)
      decrypt.mockRestore()
    },
  )

  it('is of the next version when an intent has an incarnation of its own', async () => {
    const moved = await sealFile(of, [intent(1), intent(2, { incarnation: 'ponmlkjihgfedcba' })], PASS)
    expect(headerOf(moved)).toMatchObject({ version: UNSENT_VERSION })
  })

  it('with something else sealed in it is none', async () => {
    const other = await sealFile(of, [{ seq: 0 } as UnsentIntent], PASS)
    expect(await openFile(other, headerOf(other) as UnsentHeader, PASS)).toBeUndefined()
  })

  it('may be as large as that, and no larger', () => {
    const large = new Uint8Array(UNSENT_FILE_MAX)
    large.set(file)
    expect(headerOf(large)).toEqual(header())
    const larger = new Uint8Array(UNSENT_FILE_MAX + 1)
    larger.set(file)
    expect(headerOf(larger)).toBe('noFile')
  })
})

describe('what is no file of unsent work', () => {
  const head = (more: object = {}): string =>
    JSON.stringify({
      format: 'caravan-unsent',
      version: 1,
      ...of,
      rounds: UNSENT_ROUNDS,
      salt: Array.from({ length: 16 }, () => 1),
      iv: Array.from({ length: 12 }, () => 1),
      ...more,
    })

  it.each<[string, Uint8Array, 'noFile' | 'newer']>([
    ['nothing', new Uint8Array(0), 'noFile'],
    ['a text', text('hello'), 'noFile'],
    ['a head without an end', new TextEncoder().encode(head()), 'noFile'],
    ['a head that ends too late', text(head({ pad: 'x'.repeat(2_000) })), 'noFile'],
    ['another JSON', text('{"format":"other","version":1}'), 'noFile'],
    ['a head without what belongs in it', text(head({ uid: 'me' })), 'noFile'],
    ['few rounds', text(head({ rounds: UNSENT_ROUNDS - 1 })), 'noFile'],
    ['a later version, whatever else it says', text(head({ version: UNSENT_VERSION + 1, uid: undefined })), 'newer'],
  ])('%s', (_, bytes, expected) => {
    expect(headerOf(bytes)).toBe(expected)
  })

  it.each([1, UNSENT_VERSION])('version %i is read', (version) => {
    expect(headerOf(text(head({ version })))).toMatchObject({ version })
  })
})
