import { describe, expect, it } from 'vitest'
import { shellCache, staleShells, takeCharge } from './update.ts'

/** Just enough of CacheStorage: names in the order of their making, one text per key. */
function fakeCaches(names: string[]) {
  const all = new Map<string, Map<string, string>>(names.map((name) => [name, new Map()]))
  const storage = {
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => {
      const cache = all.get(name) ?? new Map<string, string>()
      all.set(name, cache)
      return {
        match: async (key: string) => (cache.has(key) ? new Response(cache.get(key)) : undefined),
        put: async (key: string, response: Response) => {
          cache.set(key, await response.text())
        },
      }
    },
  }
  return { storage: storage as unknown as CacheStorage, all }
}

describe('one version of the shell after another', () => {
  it('names a version by its manifest', () => {
    expect(shellCache([{ url: '/a', revision: null }])).toBe(shellCache([{ url: '/a', revision: null }]))
    expect(shellCache([{ url: '/a', revision: null }])).not.toBe(shellCache([{ url: '/b', revision: null }]))
  })

  it('keeps its own, the one before, and one that is being installed', () => {
    const names = ['caravan-shell-0', 'caravan-pictures', 'caravan-shell-1', 'caravan-shell-2', 'caravan-shell-3']
    expect(staleShells(names, 'caravan-shell-2', 'caravan-shell-1')).toEqual(['caravan-shell-0'])
  })

  it('deletes a version that waited and never took charge', async () => {
    const { storage, all } = fakeCaches(['caravan-shell-1'])
    await takeCharge(storage, 'caravan-shell-1')
    await storage.open('caravan-shell-2')
    await storage.open('caravan-shell-3')
    await takeCharge(storage, 'caravan-shell-3')
    expect([...all.keys()].filter((name) => name.startsWith('caravan-shell-'))).toEqual([
      'caravan-shell-1',
      'caravan-shell-3',
    ])
  })

  it('keeps the version before when the same one takes charge again', async () => {
    const { storage, all } = fakeCaches(['caravan-shell-1'])
    await takeCharge(storage, 'caravan-shell-1')
    await storage.open('caravan-shell-2')
    await takeCharge(storage, 'caravan-shell-2')
    await takeCharge(storage, 'caravan-shell-2')
    expect(all.has('caravan-shell-1')).toBe(true)
  })
})
