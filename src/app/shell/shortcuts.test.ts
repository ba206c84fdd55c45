import { expect, it } from 'vitest'
import { createShortcuts, type Pressed } from './shortcuts.ts'

const press = (key: string, at: number, more: Partial<Pressed> = {}): Pressed => ({
  key,
  code: `Key${key.toUpperCase()}`,
  held: false,
  at,
  ...more,
})

it('leads to a place by "g" and a letter, at whatever place the letter is written', () => {
  const act = createShortcuts()
  expect(act(press('g', 0))).toBeUndefined()
  expect(act(press('c', 900))).toEqual({ to: '/shop' })
  expect(act(press('c', 1000))).toBeUndefined()
  expect(act(press('ل', 2000, { code: 'KeyG' }))).toBeUndefined()
  expect(act(press('ا', 2100, { code: 'KeyH' }))).toEqual({ to: '/' })
})

it('forgets "g" after a while, after another key, and where it is held with another', () => {
  const act = createShortcuts()
  act(press('g', 0))
  expect(act(press('h', 1600))).toBeUndefined()
  act(press('g', 2000))
  act(press('x', 2100))
  expect(act(press('h', 2200))).toBeUndefined()
  act(press('g', 3000, { held: true }))
  expect(act(press('h', 3100))).toBeUndefined()
})

it('searches, and shows the keys', () => {
  const act = createShortcuts()
  expect(act(press('/', 0, { code: 'Digit7' }))).toBe('search')
  expect(act(press('?', 0, { code: 'Slash' }))).toBe('help')
})
