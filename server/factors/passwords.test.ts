import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()
const me = { address: '192.0.2.1' }

describe('passwords', () => {
  it('are told apart', async () => {
    const stored = await passwords.hash('correct horse', me)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.hash('correct horse', me)).not.toBe(stored)
    expect(
      await Promise.all([
        passwords.check('correct horse', stored, me),
        passwords.check('Correct horse', stored, me),
        passwords.check('', stored, { person: 'x' }),
      ]),
    ).toEqual([true, false, false])
  })

  it('are never right where none is stored, whatever is given', async () => {
    expect(
      await Promise.all(['', '\0', 'correct horse'].map((password) => passwords.check(password, undefined, me))),
    ).toEqual([false, false, false])
  })
})
