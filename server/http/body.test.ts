import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { push } from '#contract/sync/schema.ts'
import { readInput } from './body.ts'

const BODY_MAX = push.bytesMax!
const read = (request: Request) => readInput(request, BODY_MAX)

const posted = (body: Uint8Array<ArrayBuffer>): Request =>
  new Request('http://market/', { method: 'POST', body, headers: { 'Content-Encoding': 'gzip' } })
const full = { intents: 'x'.repeat(BODY_MAX - 100) }

it('says what a compressed body holds and how much that is, and unfolds no bomb', async () => {
  expect(await read(posted(gzipSync(JSON.stringify(full))))).toEqual({
    ok: true,
    value: full,
    bytes: JSON.stringify(full).length,
  })
  expect(await read(posted(gzipSync(Buffer.alloc(30_000_000, 0x20))))).toEqual({ ok: false, reason: 'tooLarge' })
  for (const broken of [gzipSync('{}').subarray(0, 12), Buffer.from('{}'), Buffer.alloc(0)])
    expect(await read(posted(new Uint8Array(broken)))).toMatchObject({ ok: false, reason: 'unreadable' })
})

it('takes what a call may send and no byte more, and does not read what says that it is more', async () => {
  const plain = (body: BodyInit, headers: Record<string, string> = {}): Request =>
    new Request('http://market/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  const of = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2))
  expect(await readInput(plain(of(100)), 100)).toMatchObject({ ok: true, bytes: 100 })
  expect(await readInput(plain(of(101)), 100)).toEqual({ ok: false, reason: 'tooLarge' })
  expect(await readInput(posted(gzipSync(of(101))), 100)).toEqual({ ok: false, reason: 'tooLarge' })
  let read = 0
  const endless = new ReadableStream({
    pull(controller) {
      read++
      controller.enqueue(new Uint8Array(10))
    },
  })

  expect(await readInput(plain(endless, { 'Content-Length': '101' }), 100)).toEqual({ ok: false, reason: 'tooLarge' })
  // The stream itself fetches one part ahead.
  expect(read).toBeLessThanOrEqual(1)
})

it('unfolds a body while passwords are hashed: it does not queue for the threads that do that', async () => {
  const [whole, bomb] = [posted(gzipSync(JSON.stringify(full))), posted(gzipSync(Buffer.alloc(30_000_000, 0x20)))]
  let done = 0
  const hashes = Array.from({ length: 8 }, () =>
    promisify(pbkdf2)('a password', 'salt', 100_000, 64, 'sha512').then(() => {
      done++
    }),
  )
  expect(await read(whole)).toMatchObject({ ok: true })
  expect(await read(bomb)).toMatchObject({ ok: false })
  expect(done).toBe(0)
  await Promise.all(hashes)
})
