import { expect, it } from 'vitest'
import { registerCoalesce } from './registers.ts'

it.each([
  ['the last of two writes wins', { on: true }, { on: false }, { on: true }, { on: false }],
  ['what restores what held is not sent', { on: false }, { on: true }, { on: true }, 'cancel'],
  ['a missing row counts as off', { on: true }, { on: false }, undefined, 'cancel'],
  ['switching on what is not there is sent', { on: false }, { on: true }, undefined, { on: true }],
] as const)('%s', (_, earlier, later, base, expected) => {
  expect(registerCoalesce(earlier, later, base)).toEqual(expected)
})
