import { LINE_MAX } from '../wire/limits.ts'

/** A typed quantity; undefined when it is no whole number of pieces that a line can have. */
export function typedQuantity(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\s'’٬]/g, '')
    // "1,200" and "1.200" are groups of thousands; "12.00" is what a spreadsheet makes of 12.
    .replace(/[.,](?=\d{3}(?:\D|$))/g, '')
    .replace(/[.,]0{1,2}$/, '')
  const num = /^\d{1,7}$/.test(plain) ? Number(plain) : 0
  return num >= 1 && num <= LINE_MAX ? num : undefined
}
