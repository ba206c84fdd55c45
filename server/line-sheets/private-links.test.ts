import { describe, expect, it } from 'vitest'
import { canBePrivateId, privateIdIn, privately } from './private-links.ts'

describe('the address of a private link', () => {
  it('is told from all others', () => {
    expect(
      ['/sheet/abc', '/sheet/abc/', '/sheet/', '/sheet', '/sheet/a/b', '/goods', '/x/sheet/a'].map(privateIdIn),
    ).toEqual(['abc', 'abc', undefined, undefined, undefined, undefined, undefined])
  })

  it('ends with an id, or is nothing to ask for', () => {
    const all = ['A'.repeat(24), 'A'.repeat(23), `${'A'.repeat(23)}%`, '']
    expect(all.map(canBePrivateId)).toEqual([true, false, false, false])
  })
})

it('is answered for its holder alone, and with 404 where it leads nowhere', () => {
  const page = (status = 200) =>
    new Response('page', { status, headers: { ETag: '"x"', 'Cache-Control': 'no-cache', 'Content-Type': 'text/html' } })
  const answers = [privately(page(), true), privately(page(), false), privately(page(503), false)]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 503])
  expect(Object.fromEntries(answers[0]!.headers)).toEqual({
    'cache-control': 'private, no-store',
    'content-type': 'text/html',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
})
