import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { BODY_MAX, readInput } from './body.ts'

const posted = (body: Uint8Array<ArrayBuffer>): Request =>
  new Request('http://market/', { method: 'POST', body, headers: { 'Content-Encoding': 'gzip' } })
const full = { intents: 'x'.repeat(BODY_MAX - 100) }

it('says what a compressed body holds and how much that is, and unfolds no bomb', async () => {
  expect(await readInput(posted(gzipSync(JSON.stringify(full))))).toEqual({
    ok: true,
    value: full,
    bytes: JSON.stringify(full).length,
  })
  expect(await readInput(posted(gzipSync(Buffer.alloc(30_000_000, 0x20))))).toEqual({ ok: false, reason: 'tooLarge' })
  for (const broken of [gzipSync('{}').subarray(0, 12), Buffer.from('{}'), Buffer.alloc(0)])
    expect(await readInput(posted(new Uint8Array(broken)))).toMatchObject({ ok: false, reason: 'invalid' })
})

it('unfolds a body while passwords are hashed: it does not queue for the threads that do that', async () => {
  const [whole, bomb] = [posted(gzipSync(JSON.stringify(full))), posted(gzipSync(Buffer.alloc(30_000_000, 0x20)))]
  let done = 0
  const hashes = Array.from({ length: 8 }, () =>
    promisify(pbkdf2)('a password', 'salt', 100_000, 64, 'sha512').then(() => {
      done++
    }),
  )
  expect(await readInput(whole)).toMatchObject({ ok: true })
  expect(await readInput(bomb)).toMatchObject({ ok: false })
  expect(done).toBe(0)
  await Promise.all(hashes)
}, 30_000)
