import { describe, expect, it } from 'vitest'
import { ALPHABET } from '../text/letters.ts'
import { parseProductCode, productCode } from './product-code.ts'

const some = [1, 31, 500, 29_791, 923_521, 2_147_483_647]

describe("the market's codes", () => {
  it('name every product and choice, and are read again', () => {
    const codes = some.flatMap((id) => [0, ...some].map((variantId) => ({ id, variantId })))
    for (const one of codes) expect(parseProductCode(productCode(one.id, one.variantId))).toEqual(one)
    expect(new Set(codes.map((c) => productCode(c.id, c.variantId))).size).toBe(codes.length)
  })

  it('are read in either case, with spaces around the dash, another dash, and letters that look alike', () => {
    const code = productCode(1044, 7)
    expect(parseProductCode(` ${code.toLowerCase().replace('-', ' – ')} `)).toEqual({ id: 1044, variantId: 7 })
    expect(parseProductCode(code.replaceAll('0', 'O').replaceAll('1', 'I'))).toEqual({ id: 1044, variantId: 7 })
  })

  it('are not read with a wrong letter, or two swapped', () => {
    const code = productCode(50_321, 9_120)
    for (let at = 1; at < code.length; at++) {
      if (code[at] === '-') continue
      for (const letter of ALPHABET) {
        if (letter === code[at]) continue
        expect(parseProductCode(code.slice(0, at) + letter + code.slice(at + 1))).toBeUndefined()
      }
    }
    expect(parseProductCode(code.replace(/^C(.)(.)/, 'C$2$1'))).toBeUndefined()
  })

  it.each(['', 'C', '4006381333931', 'C-', 'CAFE-BABE', 'C0000-0', 'CZZZZZZZZ-Z', 'SKU-12'])('%j is none', (text) =>
    expect(parseProductCode(text)).toBeUndefined(),
  )
})
