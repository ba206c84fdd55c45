import { describe, expect, it } from 'vitest'
import { addressKey, createLimiter } from './limits.ts'

describe('createLimiter', () => {
  it('gives its capacity at once, then one for every refill', () => {
    const { take } = createLimiter({ capacity: 3, refillPerSecond: 0.5, maxKeys: 10 })
    expect([take('a', 0), take('a', 0), take('a', 0)].map((t) => t.ok)).toEqual([true, true, true])
    expect(take('a', 0)).toEqual({ ok: false, retryAfter: 2000 })
    expect(take('a', 1500)).toEqual({ ok: false, retryAfter: 500 })
    expect(take('a', 2000)).toEqual({ ok: true })
    expect(take('a', 2000)).toEqual({ ok: false, retryAfter: 2000 })
  })

  it('takes as much as an item weighs, and at most all there is', () => {
    const { take, spent } = createLimiter({ capacity: 10, refillPerSecond: 1, maxKeys: 10 })
    expect(take('a', 0, 7)).toEqual({ ok: true })
    expect(take('a', 0, 7)).toEqual({ ok: false, retryAfter: 4000 })
    expect(take('a', 0, 3)).toEqual({ ok: true })
    expect([spent('a', 0), spent('a', 1000), spent('b', 0)]).toEqual([true, false, false])
    expect(take('c', 0, 50)).toEqual({ ok: true })
  })

  it('never saves up more than its capacity', () => {
    const { take } = createLimiter({ capacity: 2, refillPerSecond: 1, maxKeys: 10 })
    take('a', 0)
    expect([take('a', 3_600_000), take('a', 3_600_000), take('a', 3_600_000)].map((t) => t.ok)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('knows each key apart', () => {
    const { take } = createLimiter({ capacity: 1, refillPerSecond: 1, maxKeys: 10 })
    expect([take('a', 0), take('b', 0), take('a', 0)].map((t) => t.ok)).toEqual([true, true, false])
  })

  it('fills a bucket that is forgotten', () => {
    const { take, forget } = createLimiter({ capacity: 1, refillPerSecond: 0.001, maxKeys: 10 })
    take('a', 0)
    forget('a')
    expect(take('a', 0)).toEqual({ ok: true })
  })

  it('keeps the keys used last when there are too many', () => {
    const { take } = createLimiter({ capacity: 1, refillPerSecond: 0.001, maxKeys: 2 })
    take('a', 0)
    take('b', 0)
    take('a', 0)
    take('c', 0)
    expect(take('a', 0).ok).toBe(false)
    expect(take('b', 0).ok).toBe(true)
  })

  it('bears a clock that goes back', () => {
    const { take } = createLimiter({ capacity: 1, refillPerSecond: 1, maxKeys: 2 })
    take('a', 100_000)
    expect(take('a', 0)).toEqual({ ok: false, retryAfter: 1000 })
    expect(take('a', 1000)).toEqual({ ok: true })
  })
})

describe('addressKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('%s is limited as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
