import { expect, it } from 'vitest'
import { inCentre } from '#contract/rules/messages.ts'
import { messageHref, subjectHref } from './message-link.ts'

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

const order = { kind: 'order' as const, id: 'a:7' }
it.each([
  ['waitsApplications', {}, null, '/operator/applications'],
  ['waitsReports', { n: 3 }, null, '/operator/talks'],
  ['talkHanded', { talk: 'b1' }, null, '/operator/talks?id=b1'],
  ['talkHanded', {}, null, '/operator/talks'],
  ['orderPaid', { talk: 'b1' }, order, '/order?id=a:7'],
  ['later', {}, null, undefined],
])('a message of the kind %s leads on', (kind, values, subject, href) => {
  expect(messageHref({ kind, values, subject })).toBe(href)
})
