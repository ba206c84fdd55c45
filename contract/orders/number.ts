import { ALPHABET, BASE, lettersIn } from '../text/letters.ts'

// An order's number as people read, say and type it: "K7M2-4QX9". Seven letters and a check letter (letters.ts).

const DIGITS = 7

/** How many numbers there are. */
export const ORDER_NUMBERS = BASE ** DIGITS

/** The check letter's value: the sum of all values, each times its place, is a multiple of the base. */
function checkOf(digits: readonly number[]): number {
  const sum = digits.reduce((total, digit, i) => total + digit * (i + 1), 0)
  // The inverse of the eighth place is 4: 8 × 4 = 32 = 1 (mod 31).
  return (BASE - ((sum * 4) % BASE)) % BASE
}

const grouped = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`

/** The order number of a value below `ORDER_NUMBERS`. */
export function writeOrderNumber(value: number): string {
  const digits = Array.from({ length: DIGITS }, (_, i) => Math.floor(value / BASE ** (DIGITS - 1 - i)) % BASE)
  return grouped([...digits, checkOf(digits)].map((digit) => ALPHABET[digit]).join(''))
}

/**
 * Reads an order number as a person may type it: in either case, with or without spaces and dashes, with O for 0 and I
 * for 1. Undefined when it is none, or a letter is wrong.
 */
export function parseOrderNumber(text: string): string | undefined {
  const letters = lettersIn(text)
  if (letters?.length !== DIGITS + 1) return undefined
  const digits = [...letters].map((letter) => ALPHABET.indexOf(letter))
  return checkOf(digits.slice(0, DIGITS)) === digits[DIGITS] ? grouped(letters) : undefined
}

/** The value of an order number that was read. */
export const valueOfOrderNumber = (number: string): number =>
  [...number.replace('-', '').slice(0, DIGITS)].reduce((value, letter) => value * BASE + ALPHABET.indexOf(letter), 0)

/** Whether a typed text may be the beginning or another part of a number. */
export function isPartOfOrderNumber(text: string, number: string): boolean {
  const letters = lettersIn(text)
  return letters !== undefined && letters !== '' && number.replace('-', '').includes(letters)
}
