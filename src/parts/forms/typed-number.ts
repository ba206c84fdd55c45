/** Replaces digits of other scripts by their Latin equals. */
export const latin = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (d) => String(d.charCodeAt(0) & 0xf))
    .replace(/[०-९]/g, (d) => String(d.charCodeAt(0) - 0x966))

/**
 * A number as people type it ("1.234,50", "1,234.5", "١٢٫٥") as a decimal string. A last point or comma before at most
 * two digits is the decimal separator; any other separates groups. Text that is no number stays as it is.
 */
export function decimalTyped(text: string): string {
  const plain = latin(text)
    .replace(/[\s'’٬]/g, '')
    .replace('٫', '.')
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const decimals = at < 0 ? 0 : plain.length - at - 1
  if (at < 0 || decimals > 2) return plain.replace(/[.,](?=\d{3}(?:\D|$))/g, '')
  const whole = plain.slice(0, at).replace(/[.,](?=\d{3}(?:\D|$))/g, '')
  return decimals ? `${whole || '0'}.${plain.slice(at + 1)}` : whole
}

/** A count as people type it; undefined when it is not a number, or zero. */
export function countTyped(text: string): number | undefined {
  const plain = latin(text).replace(/[\s.,'’٬]/g, '')
  return /^\d{1,9}$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined
}
