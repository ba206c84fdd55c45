import { expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

const origin = 'https://caravan.example'

it('goes back only to a path of this site', () => {
  expect(ownPath('/shop?x=1', origin)).toBe('/shop?x=1')
  for (const back of [
    null,
    '',
    'shop',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/login',
    '/login?back=/',
  ])
    expect(ownPath(back, origin), String(back)).toBeUndefined()
})

it('takes what is no address for none', () => {
  for (const back of ['//[', '//%', '//:x', '/\\[']) expect(ownPath(back, origin), back).toBeUndefined()
})
