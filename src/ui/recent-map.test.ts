import { beforeEach, describe, expect, it } from 'vitest'
import { keepPlace, keptPlace, placeOf, showPlace } from './place.ts'
import { RecentMap } from './recent-map.ts'

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
  beforeEach(() => showPlace('elsewhere', undefined))

  it('is bounded in an entry: the names kept last stay', () => {
    showPlace('long', undefined)
    for (let n = 0; n < 5000; n++) keepPlace(`chunk#${n}`, n)
    expect(Object.keys(placeOf('long')!)).toHaveLength(500)
    expect([keptPlace('chunk#4999'), keptPlace('chunk#0')]).toEqual([4999, undefined])
  })

  it('is bounded over entries: those shown last stay', () => {
    for (let n = 0; n < 1000; n++) {
      showPlace(`entry${n}`, undefined)
      keepPlace('read', n)
    }
    showPlace('entry999', undefined)
    expect(keptPlace('read')).toBe(999)
    expect(placeOf('entry0')).toBeUndefined()
  })
})
