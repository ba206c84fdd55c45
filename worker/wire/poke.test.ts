import { expect, it } from 'vitest'
import type { Env } from '../env/env.ts'
import { listenForPokes } from './poke.ts'

// Seen by the simulation: whoever signed in at the moment in which the stream was being opened waited a minute.
it('does not open a stream for a lease that ended meanwhile', async () => {
  const over = new AbortController()
  over.abort()
  let asked = 0
  const env = {
    later: () => () => undefined,
    fetch: () => {
      asked += 1
      return new Promise(() => undefined)
    },
  } as unknown as Env
  expect(await listenForPokes(env, '', { token: 'token', language: 'en' }, over.signal, () => undefined)).toBe(false)
  expect(asked).toBe(0)
})
