import { expect, it } from 'vitest'
import { reviewWords, shipWords } from './promise-words.ts'
import { leadOf, PROMISES, readReviewHours, readShipDays } from './promises.ts'

it('a promise is read within its bounds', () => {
  expect(['1', '30', '0', '31', '', '1.5', '-1', '٣'].map(readShipDays)).toEqual([
    1,
    30,
    ...Array.from({ length: 6 }, () => undefined),
  ])
  expect(readReviewHours('2-48')).toEqual({ reviewLeast: 2, reviewMost: 48 })
  expect(readReviewHours('0 – 720')).toEqual({ reviewLeast: 0, reviewMost: 720 })
  for (const wrong of ['48', '48-2', '0-0', '1-721', '', '2-48-50', 'a-b'])
    expect([wrong, readReviewHours(wrong)]).toEqual([wrong, undefined])
})

it('a product’s own days come before the market’s', () => {
  expect([leadOf(1, { shipDays: 3 }), leadOf(2, { shipDays: 3 }), leadOf(9, { shipDays: 3 })]).toEqual([3, 2, 9])
})

it('promises are in words of each language', () => {
  expect([shipWords(1, 'en'), shipWords(3, 'en')]).toEqual(['24 hours', '3 days'])
  expect(reviewWords(PROMISES, 'en')).toBe('2 to 48 hours')
  expect(reviewWords({ ...PROMISES, reviewLeast: 0 }, 'en')).toBe('48 hours')
  expect(reviewWords({ ...PROMISES, reviewLeast: 48 }, 'en')).toBe('48 hours')
  expect([reviewWords(PROMISES, 'zh'), shipWords(3, 'zh')]).toEqual(['2 至 48 小时', '3 天'])
  expect([2, 3, 11, 100].map((days) => shipWords(days, 'ar'))).toEqual(['يومين', '3 أيام', '11 يومًا', '100 يوم'])
  const within = { ...PROMISES, reviewLeast: 0 }
  expect([1, 2, 3, 48].map((reviewMost) => reviewWords({ ...within, reviewMost }, 'ar'))).toEqual([
    ...['ساعة', 'ساعتين', '3 ساعات', '48 ساعة'],
  ])
  expect([reviewWords({ ...within, reviewMost: 1 }, 'en'), reviewWords({ ...within, reviewMost: 1 }, 'zh')]).toEqual([
    '1 hour',
    '1 小时',
  ])
  // Arabic with Latin digits, as the articles are written.
  expect(reviewWords(PROMISES, 'ar')).toMatch(/^2 إلى 48 ساعة$/)
})
