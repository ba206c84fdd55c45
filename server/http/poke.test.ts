import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBounds, type Bounds } from '../turns/bounds.ts'
import type { Db } from '../db/tables/tables.ts'
import { feedRose } from '../feed/listeners.ts'
import { heardFeed } from '../feed/owner-feed.ts'
import { createPokes, type Pokes } from './poke.ts'

const ME = 'me'
// Only its identity matters: a market is told by its database.
const [db, another] = [{} as Db, {} as Db]
let valid = true
let lookUps: number
let gone: AbortController
let bounds: Bounds
let pokes: Pokes
let member: boolean
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  valid = true
  member = true
  lookUps = 0
  gone = new AbortController()
  bounds = createBounds()
  pokes = createPokes({
    db,
    live: async (hashes) => {
      lookUps++
      return new Set(valid ? hashes.map((h) => Buffer.from(h).toString('hex')) : [])
    },
    members: async (listeners) => new Set(member ? listeners.map((l) => `${l.uid} ${l.userId}`) : []),
    bounds,
  })
})
afterEach(() => {
  vi.useRealTimers()
})

let homes = 0
function open(userId = ME, uid = userId): { next(): Promise<string | undefined>; cancel(): Promise<void> } {
  const reader = pokes
    .open({ uid, userId, tokenHash: Buffer.from(userId), from: `home ${++homes}` }, gone.signal)!
    .body!.pipeThrough(new TextDecoderStream())
    .getReader()
  return { next: async () => (await reader.read()).value, cancel: () => reader.cancel() }
}
const listener = (uid: string, from = uid) => ({ uid, userId: uid, tokenHash: Buffer.from([1]), from })
const count = () =>
  bounds
    .all()
    .find((b) => b.name === 'Poke streams')!
    .use()
const POKE = 'event: poke\ndata:\n\n'

describe('the poke stream', () => {
  it('ends with its market, and nothing is looked up afterwards', async () => {
    const stream = open()
    expect(await stream.next()).toBe(POKE)
    await pokes.close()
    expect(await stream.next()).toBeUndefined()
    expect(count()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lookUps).toBe(0)
  })

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
    await stream.cancel()
    // Nobody listens any more: a rise reaches no closed stream.
    expect(() => feedRose(db, ME)).not.toThrow()
    expect(await count()).toBe(0)
  })

  it('says once what is announced twice', async () => {
    const stream = open()
    await stream.next()
    for (const cursor of ['7', '7', '8']) feedRose(db, ME, cursor)
    expect([await stream.next(), await stream.next()]).toEqual(['event: poke\ndata:7\n\n', 'event: poke\ndata:8\n\n'])
    await stream.cancel()
  })

  it('beats while nothing happens, and looks all sessions up at once', async () => {
    const all = ['a', 'b', 'c', ME].map((uid) => open(uid))
    for (const stream of all) await stream.next()
    await vi.advanceTimersByTimeAsync(25_000)
    for (const stream of all) expect(await stream.next()).toBe(': alive\n\n')
    expect([lookUps, await count()]).toEqual([1, 4])
    for (const stream of all) await stream.cancel()
    await vi.advanceTimersByTimeAsync(100_000)
    expect([lookUps, await count()]).toEqual([1, 0])
  })

  it('ends with the session', async () => {
    const stream = open()
    await stream.next()
    valid = false
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await stream.next()).toBeUndefined()
    expect(await count()).toBe(0)
  })

  it('ends with the caller', async () => {
    const stream = open()
    await stream.next()
    gone.abort()
    expect(await stream.next()).toBeUndefined()
  })

  it("tells a member of the store's feed, and ends with the membership", async () => {
    const stream = open(ME, 'the store')
    expect(await stream.next()).toBe(POKE)
    feedRose(db, ME, '7')
    feedRose(db, 'the store', '8')
    expect(await stream.next()).toBe('event: poke\ndata:8\n\n')
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await stream.next()).toBe(': alive\n\n')
    member = false
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await stream.next()).toBeUndefined()
  })

  it('has room for so many a person, and for so many in all', async () => {
    const mine = Array.from({ length: 25 }, () => open())
    expect(await count()).toBe(20)
    for (const stream of mine.slice(0, 5)) expect([await stream.next(), await stream.next()]).toEqual([POKE, undefined])
    for (let i = 20; i < 10_000; i++) expect(pokes.open(listener(`person ${i}`), gone.signal)).toBeDefined()
    expect(pokes.open(listener('one more'), gone.signal)).toBeUndefined()
    gone.abort()
    expect(await count()).toBe(0)
  })

  it('has room for so many from one address, whoever they are of', async () => {
    const open = (from: string, many: number) =>
      Array.from({ length: many }, (_, i) => pokes.open(listener(`${from} ${i}`, from), gone.signal)).filter(Boolean)
    expect(open('flood', 600)).toHaveLength(500)
    expect(open('elsewhere', 1)).toHaveLength(1)
    gone.abort()
    expect(await count()).toBe(0)
  })

  it('makes room for a quieter address out of a flood from a few', async () => {
    const flood: ReadableStream[] = []
    for (let n = 0; n < 20; n++)
      for (let i = 0; i < 500; i++) flood.push(pokes.open(listener(`${n} ${i}`, `flood ${n}`), gone.signal)!.body!)
    expect(await count()).toBe(10_000)
    const quiet = pokes.open(listener('a person', 'their home'), gone.signal)
    expect(quiet).toBeDefined()
    const first = flood[0]!.getReader()
    await first.read()
    expect(await first.read()).toMatchObject({ done: true })
    // None of the flood gets that place back.
    expect(pokes.open(listener('0 again', 'flood 0'), gone.signal)).toBeUndefined()
    expect(await count()).toBe(10_000)
    gone.abort()
    expect(await count()).toBe(0)
  })
})
