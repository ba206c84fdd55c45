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
})
