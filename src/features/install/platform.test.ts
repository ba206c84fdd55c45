import { expect, it } from 'vitest'
import { platformOf } from './platform.ts'

it('a platform is told by what the browser says', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15'
  expect(platformOf('Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/130.0 Mobile Safari/537.36', 5)).toBe('android')
  expect(platformOf('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 5)).toBe('ios')
  expect(platformOf(mac, 5)).toBe('ios')
  expect(platformOf(mac, 0)).toBe('desktop')
  expect(platformOf('Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0', 10)).toBe('desktop')
})
