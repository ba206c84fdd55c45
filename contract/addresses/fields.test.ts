import { describe, expect, it } from 'vitest'
import { defaultAddressId } from './fields.ts'

const at = (id: string, time: number, deleted = false) => ({ id, at: time, deleted })

describe('the default address', () => {
  it('is the chosen one while it is there, else the oldest', () => {
    const all = [at('b', 2), at('a', 2), at('c', 1, true), at('d', 3)]
    expect(defaultAddressId('d', all)).toBe('d')
    expect(defaultAddressId('c', all)).toBe('a')
    expect(defaultAddressId(null, all)).toBe('a')
    expect(defaultAddressId('x', all.toReversed())).toBe('a')
    expect(defaultAddressId(null, [at('a', 5), at('b', 3)])).toBe('b')
  })

  it('is none without addresses', () => {
    expect(defaultAddressId('a', [])).toBeNull()
    expect(defaultAddressId('a', [at('a', 1, true)])).toBeNull()
  })
})
