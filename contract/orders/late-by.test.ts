import { expect, it } from 'vitest'
import { lateBy } from './late-by.ts'

const at = (text: string): number => Date.parse(`${text}Z`)

it('some goods leave as the market promises, or the last of them by a later time', () => {
  const away = { from: '2027-01-01', to: '2027-01-02' }
  const [early, late, day] = [at('2026-12-20T12:00'), at('2026-12-31T12:00'), 86_400_000]
  expect(lateBy(early, [{ lead: 1, holiday: away }])).toBeUndefined()
  expect(lateBy(early, [])).toBeUndefined()
  expect(
    lateBy(early, [
      { lead: 1, holiday: null },
      { lead: 3, holiday: null },
    ]),
  ).toBe(early + 3 * day)
  expect(lateBy(late, [{ lead: 1, holiday: away }])).toBe(late + 3 * day)
})
