import { expect, it } from 'vitest'
import type { Message } from '#contract/messages/schema-rows.ts'
import { deskHref } from './desk-link.ts'

it.each<[kind: string, values: Message['values'], href: string | undefined]>([
  ['waitsApplications', {}, '/operator/applications'],
  ['waitsReports', { n: 3 }, '/operator/talks'],
  ['talkHanded', { talk: 'b1' }, '/operator/talks?id=b1'],
  ['talkHanded', {}, '/operator/talks'],
  ['orderPaid', { talk: 'b1' }, undefined],
  ['later', {}, undefined],
])('a message of the kind %s with %o leads to a desk or to none', (kind, values, href) => {
  expect(deskHref({ kind, values })).toBe(href)
})
