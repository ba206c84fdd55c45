import { describe, expect, it } from 'vitest'
import { checkPassword, hashPassword } from './passwords.ts'

const me = { address: '192.0.2.1' }

describe('passwords', () => {
  it('are told apart', async () => {
    const stored = await hashPassword('correct horse', me)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashPassword('correct horse', me)).not.toBe(stored)
    expect(
      await Promise.all([
        checkPassword('correct horse', stored, me),
        checkPassword('Correct horse', stored, me),
        checkPassword('', stored, { person: 'x' }),
      ]),
    ).toEqual([true, false, false])
  })

  it('are never right where none is stored, whatever is given', async () => {
    expect(
      await Promise.all(['', '\0', 'correct horse'].map((password) => checkPassword(password, undefined, me))),
    ).toEqual([false, false, false])
  })
})
