import { describe, expect, it } from 'vitest'
import { checkPassword, hashPassword } from './passwords.ts'

describe('passwords', () => {
  it('are told apart', async () => {
    const stored = await hashPassword('correct horse')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashPassword('correct horse')).not.toBe(stored)
    expect(await Promise.all([checkPassword('correct horse', stored), checkPassword('Correct horse', stored), checkPassword('', stored)])).toEqual([true, false, false])
  })

  it('are never right where none is stored, whatever is given', async () => {
    expect(await Promise.all(['', '\0', 'correct horse'].map((password) => checkPassword(password, undefined)))).toEqual([false, false, false])
  })

  it('let a hundred wait and send the rest away, and then go on', async () => {
    const stored = await hashPassword('correct horse')
    const checks = await Promise.all(Array.from({ length: 110 }, () => checkPassword('correct horse', stored)))
    expect(checks.filter((c) => c === undefined)).toHaveLength(8)
    expect(checks.filter(Boolean)).toHaveLength(102)
    expect(await checkPassword('correct horse', stored)).toBe(true)
  })

  it('give their place back when a stored hash is broken', async () => {
    const broken = await Promise.allSettled(Array.from({ length: 5 }, () => checkPassword('x', 'not a hash')))
    expect(broken.map((b) => b.status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
    expect(await checkPassword('x', undefined)).toBe(false)
  })
})
