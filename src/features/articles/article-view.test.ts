import { expect, it } from 'vitest'
import { groupIdsIn, holds, readerIn } from './article-view.ts'

it('an address names groups by their ids, each once, at most twenty', () => {
  expect(groupIdsIn('12')).toEqual([12])
  expect(groupIdsIn('3,12,3,x,-1,012,99999999999')).toEqual([3, 12])
  expect([groupIdsIn(''), groupIdsIn(undefined), groupIdsIn('x')]).toEqual([[0], [0], [0]])
  expect(groupIdsIn(Array.from({ length: 50 }, (_, n) => n + 1).join())).toHaveLength(20)
})

it('the guide is for buyers unless it is asked for sellers', () => {
  expect(['', '?for=sellers', '?for=x'].map(readerIn)).toEqual(['buyers', 'sellers', 'buyers'])
})

it('a text holds words in any order, case and marks aside', () => {
  expect(holds('Où est mon Colis ?', 'colis ou')).toBe(true)
  expect(holds('كيف أُلغي الطلب', 'الطلب الغي')).toBe(true)
  expect(holds('如何取消订单', '取消')).toBe(true)
  expect(holds('How do I pay?', 'pay later')).toBe(false)
  expect(holds('anything', '')).toBe(true)
})
