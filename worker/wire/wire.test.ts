import { afterEach, expect, it, vi } from 'vitest'
import type { Env } from '../env/env.ts'
import { createWire } from './wire.ts'

afterEach(() => vi.unstubAllGlobals())

/** Sends a long call; resolves with its request. */
async function sent(): Promise<RequestInit> {
  const fetch = vi.fn<Env['fetch']>(async () => Response.json({ code: 1, msg: '', time: 0, data: null }))
  const env = { fetch, later: () => () => undefined, now: () => 0 } as unknown as Env
  await createWire(env).send(
    'user.login',
    { email: 'somebody@example.test', password: 'x'.repeat(2000) },
    { token: undefined, language: 'en' },
  )
  return fetch.mock.calls[0]![1]!
}

it('compresses a long body', async () => {
  const { headers, body } = await sent()
  expect(headers).toMatchObject({ 'Content-Encoding': 'gzip' })
  expect((body as ArrayBuffer).byteLength).toBeLessThan(1000)
})

it('sends a long body as it is where the browser cannot compress', async () => {
  vi.stubGlobal('CompressionStream', undefined)
  const { headers, body } = await sent()
  expect(headers).not.toHaveProperty('Content-Encoding')
  expect(JSON.parse(body as string)).toMatchObject({ email: 'somebody@example.test' })
})
