import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readSignOff, signOffToken } from './sign-off-token.ts'

const keys = { sealing: randomBytes(32), signing: undefined }
const userId = randomUUID()
const token = signOffToken(keys, userId, 'shipped')!

it('says whom and what it stops', () => {
  expect(token).toMatch(/^[\w-]{22}\.shipped\.[\w-]{43}$/)
  expect(readSignOff(keys, token)).toEqual({ userId, kind: 'shipped' })
})

it.each(['money', 'account', 'asked', 'toString'])('is not made for %s', (kind) => {
  expect(signOffToken(keys, userId, kind)).toBeUndefined()
})

it('is nothing in other words, of another market, or without a key', () => {
  const [id, , mac] = token.split('.') as [string, string, string]
  const other = signOffToken(keys, randomUUID(), 'shipped')!.split('.')[0]!
  for (const wrong of ['', 'x', `${id}.placed.${mac}`, `${other}.shipped.${mac}`, `${id}.money.${mac}`, `${token}A`])
    expect(readSignOff(keys, wrong), wrong).toBeUndefined()
  expect(readSignOff({ ...keys, sealing: randomBytes(32) }, token)).toBeUndefined()
  expect(readSignOff({ ...keys, sealing: undefined }, token)).toBeUndefined()
  expect(signOffToken({ ...keys, sealing: undefined }, userId, 'shipped')).toBeUndefined()
})
