import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/tables.ts'
import { feedRose } from '../feed/listeners.ts'
import { heardFeed } from '../feed/owner-feed.ts'
import { createPokes } from './poke.ts'

const ME = 'me'
// Only its identity matters: a market is told by its database.
const [db, another] = [{} as Db, {} as Db]
const pokes = createPokes(db)
let valid = true
let gone: AbortController
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  valid = true
  gone = new AbortController()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(): { next(): Promise<string | undefined>; cancel(): Promise<void> } {
  const reader = pokes(ME, async () => valid, gone.signal)
    .body!.pipeThrough(new TextDecoderStream())
    .getReader()
  return { next: async () => (await reader.read()).value, cancel: () => reader.cancel() }
}
const POKE = 'event: poke\ndata:\n\n'

describe('the poke stream', () => {
  it('says "pull now" when it opens and when the person\'s own feed rises', async () => {
    const stream = open()
    expect(await stream.next()).toBe(POKE)
    feedRose(db, 'somebody else')
    feedRose(another, ME, '6')
    feedRose(db, ME, '7')
    expect(await stream.next()).toBe('event: poke\ndata:7\n\n')
    // Said by a process of an older version.
    heardFeed(db, ME)
    expect(await stream.next()).toBe(POKE)
    heardFeed(db, `${ME} 8`)
    expect(await stream.next()).toBe('event: poke\ndata:8\n\n')
    await stream.cancel()
    // Nobody listens any more: a rise reaches no closed stream.
    expect(() => feedRose(db, ME)).not.toThrow()
  })

  it('beats while nothing happens', async () => {
    const stream = open()
    await stream.next()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await stream.next()).toBe(': alive\n\n')
    await stream.cancel()
  })

  it('ends with the session', async () => {
    const stream = open()
    await stream.next()
    valid = false
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await stream.next()).toBeUndefined()
  })

  it('ends with the caller', async () => {
    const stream = open()
    await stream.next()
    gone.abort()
    expect(await stream.next()).toBeUndefined()
  })
})
