import { expect, it } from 'vitest'
import { isOwnPath, isSafeLink, isWebAddress } from './site-links.ts'

it('links lead to the web or to a path of the market, and nowhere else', () => {
  for (const good of ['https://example.org', 'http://example.org/a?b=c#d', '/', '/page/3', '/order?status=paid'])
    expect(isSafeLink(good), good).toBe(true)
  for (const bad of [
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'ftp://example.org',
    '//example.org/a',
    '/\\example.org',
    'page/3',
    ' https://example.org',
    'https://',
    'https://me:secret@example.org',
    'https://?a',
    'https://example.org\\@evil.example',
    '/a b',
    `/${'a'.repeat(500)}`,
    `https://example.org/${'a'.repeat(500)}`,
  ])
    expect(isSafeLink(bad), bad).toBe(false)
  expect([isOwnPath('https://example.org'), isWebAddress('/page/3')]).toEqual([false, false])
})
