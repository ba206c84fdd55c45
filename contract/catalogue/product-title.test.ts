import { expect, it } from 'vitest'
import { productTitle } from './product-title.ts'

it.each([
  ['Xerox Black toner cartridge. HP Q1338A', 'Xerox Black toner cartridge · HP Q1338A'],
  ['Toner cartridge.', 'Toner cartridge'],
  ['Brush No. 5, approx. 3 cm', 'Brush No. 5, approx. 3 cm'],
  ['WHITE HANGING HEART T-LIGHT HOLDER', 'White hanging heart t-light holder'],
  ['SET OF 3 TINS 12CM', 'Set of 3 tins 12CM'],
  ['USB', 'USB'],
  ['回形针 混色装', '回形针 混色装'],
])('“%s” is shown as “%s”', (given, shown) => {
  expect(productTitle({ title: { en: given } }, 'en')).toBe(shown)
})
