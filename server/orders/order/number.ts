import { ORDER_NUMBERS, valueOfOrderNumber, writeOrderNumber } from '#contract/orders/number.ts'

// Orders are counted (orders.serial), and each count has a number of its own: a multiplication by a unit of the ring of
// all numbers, so that two orders in a row look nothing alike and none ever meets another's.

const ALL = BigInt(ORDER_NUMBERS)
const FACTOR = 16_180_339_887n
const SHIFT = 27_182_818_284n % ALL
const INVERSE = inverseOf(FACTOR)

/** The inverse by Euler: the units of the ring of 31⁷ are 31⁷ − 31⁶. */
function inverseOf(factor: bigint): bigint {
  let result = 1n
  let square = factor % ALL
  for (let power = ALL - ALL / 31n - 1n; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * square) % ALL
    square = (square * square) % ALL
  }
  return result
}

/** The number of the order that was counted as `serial`. */
export const orderNumber = (serial: number): string => writeOrderNumber(Number((BigInt(serial) * FACTOR + SHIFT) % ALL))

/** The count of the order with a number that was read. */
export const serialOf = (number: string): number =>
  Number(((BigInt(valueOfOrderNumber(number)) - SHIFT + ALL) * INVERSE) % ALL)
