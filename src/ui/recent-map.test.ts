import { beforeEach, describe, expect, it } from 'vitest'
import { RecentMap } from './recent-map.ts'
import { remember, rememberedHere, memoryOf, showEntry } from './scrolling/scroll-memory.ts'

describe('a map of what was used lately', () => {
  it('never holds more than it may, and gives up what was longest not used', () => {
    const map = new RecentMap<number | undefined>(3)
    for (const key of ['a', 'b', 'c']) map.set(key, 1)
    map.get('a')
    map.set('b', 2)
    map.set('d', undefined)
    expect(['a', 'b', 'c', 'd'].map((key) => map.has(key))).toEqual([true, true, false, true])
    for (let n = 0; n < 1000; n++) map.set(`k${n}`, n)
    expect(map.size).toBe(3)
    expect([map.get('k999'), map.get('k996')]).toEqual([999, undefined])
  })
})

describe('what screens keep of their place', () => {
  beforeEach(() => showEntry('elsewhere', undefined))

  it('is bounded in an entry: the names kept last stay', () => {
    showEntry('long', undefined)
    for (let n = 0; n < 5000; n++) remember(`chunk#${n}`, n)
    expect(Object.keys(memoryOf('long')!)).toHaveLength(500)
    expect([rememberedHere('chunk#4999'), rememberedHere('chunk#0')]).toEqual([4999, undefined])
  })

  it('is bounded over entries: those shown last stay', () => {
    for (let n = 0; n < 1000; n++) {
      showEntry(`entry${n}`, undefined)
      remember('read', n)
    }
    showEntry('entry999', undefined)
    expect(rememberedHere('read')).toBe(999)
    expect(memoryOf('entry0')).toBeUndefined()
  })
})
