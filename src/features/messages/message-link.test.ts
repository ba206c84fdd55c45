import { expect, it } from 'vitest'
import { inCentre } from '#contract/rules/messages.ts'
import { subjectHref } from './message-link.ts'

it.each([
  [inCentre(7, 'sale', 'a:7'), '/centre/order/a%3A7?store=7'],
  [inCentre(7, 'goods', 'b1'), '/centre/goods/b1?store=7'],
  [inCentre(7, 'centre'), '/centre?store=7'],
  [{ kind: 'sale' as const, id: 'a' }, undefined],
  [{ kind: 'goods' as const, id: ':a' }, undefined],
  [{ kind: 'later' as never, id: '1' }, undefined],
  [{ kind: 'order' as const, id: 'a:7' }, '/order?id=a:7'],
])('%o leads to %s', (subject, href) => {
  expect(subjectHref(subject)).toBe(href)
})
