import { describe, expect, it } from 'vitest'
import { createBounds } from '../../turns/bounds.ts'
import { createPageCache, type KeptPage } from './cache.ts'

const text = (page: KeptPage | undefined): string | undefined => page && new TextDecoder().decode(page.body)

describe('createPageCache', () => {
  it('makes a page once for equal inputs, however their fields are ordered', async () => {
    const cache = createPageCache()
    let made = 0
    const make = async (): Promise<string> => `page ${++made}`
    const first = await cache.page('list', { sort: 'all', categoryId: 1 }, make)
    const again = await cache.page('list', { categoryId: 1, sort: 'all' }, make)
    expect([text(first), text(again), again?.etag === first?.etag]).toEqual(['page 1', 'page 1', true])
    expect(text(await cache.page('list', { categoryId: 2, sort: 'all' }, make))).toBe('page 2')
    expect(text(await cache.page('home', { sort: 'all', categoryId: 1 }, make))).toBe('page 3')
  })

  it('makes one page for those that ask at once', async () => {
    const cache = createPageCache()
    const gate = Promise.withResolvers<string>()
    let made = 0
    const asked = Array.from({ length: 5 }, () =>
      cache.page('home', {}, () => {
        made++
        return gate.promise
      }),
    )
    gate.resolve('one')
    expect((await Promise.all(asked)).map(text)).toEqual(['one', 'one', 'one', 'one', 'one'])
    expect(made).toBe(1)
  })

  it('does not keep what was read before a change that came meanwhile', async () => {
    const cache = createPageCache()
    const gate = Promise.withResolvers<string>()
    const old = cache.page('home', {}, () => gate.promise)
    cache.clear()
    const fresh = await cache.page('home', {}, async () => 'new')
    gate.resolve('old')
    expect([text(await old), text(fresh), text(await cache.page('home', {}, async () => 'newer'))]).toEqual([
      'old',
      'new',
      'new',
    ])
  })

  it('lets a page grow no older than its age', async () => {
    let time = 0
    const cache = createPageCache({ ageMs: 100, now: () => time })
    await cache.page('home', {}, async () => 'a')
    time = 99
    expect(text(await cache.page('home', {}, async () => 'b'))).toBe('a')
    time = 100
    expect(text(await cache.page('home', {}, async () => 'b'))).toBe('b')
  })

  it('stays within its bytes; what was used last stays', async () => {
    const cache = createPageCache({ bytes: 8 * 1030 })
    const make = (id: number) => async (): Promise<string> => `${id}`.repeat(10)
    for (let id = 1; id <= 8; id++) await cache.page('p', { id }, make(id))
    await cache.page('p', { id: 1 }, make(9))
    await cache.page('p', { id: 0 }, make(0))
    expect(text(await cache.page('p', { id: 1 }, async () => 'made again'))).toBe('1111111111')
    expect(text(await cache.page('p', { id: 2 }, async () => 'made again'))).toBe('made again')
  })

  it('lets a flood of one call push out only pages of that call', async () => {
    const cache = createPageCache({ bytes: 10_600 })
    await cache.page('home', {}, async () => 'home'.repeat(5))
    for (let i = 0; i < 100; i++) await cache.page('search', { query: `${i}` }, async () => 'found'.repeat(4))
    expect(text(await cache.page('home', {}, async () => 'made again'))).toBe('home'.repeat(5))
    expect(text(await cache.page('search', { query: '99' }, async () => 'made again'))).toBe('found'.repeat(4))
    expect(text(await cache.page('search', { query: '1' }, async () => 'made again'))).toBe('made again')
  })

  it('counts the keys too, and drops what is too old to be given', async () => {
    let time = 0
    const bounds = createBounds()
    const cache = createPageCache({ bytes: 1_000_000, ageMs: 100, now: () => time, bounds })
    const [kept] = bounds.all()
    for (let i = 0; i < 1000; i++) await cache.page('search', { query: `${i}`.padEnd(2000, 'x') }, async () => 'none')
    expect(await kept!.use()).toBeLessThanOrEqual(1_000_000)
    expect(await kept!.use()).toBeGreaterThan(900_000)
    time = 200
    await cache.page('search', { query: 'later' }, async () => 'none')
    expect(await kept!.use()).toBeLessThan(2000)
  })

  it('keeps no refusal and no failure', async () => {
    const cache = createPageCache()
    expect(await cache.page('p', {}, async () => undefined)).toBeUndefined()
    await expect(cache.page('p', {}, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(text(await cache.page('p', {}, async () => 'there'))).toBe('there')
  })
})
