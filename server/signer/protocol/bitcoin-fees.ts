// The sizes and fees of the market's Bitcoin transactions, for the signer, which writes them, and the market, which
// sends them. Rates are satoshis per 1,000 vbytes; amounts are satoshis.

/** An unspent output of the paying wallet: its transaction, and its number there. */
export interface Utxo {
  txid: string
  n: number
  amount: bigint
}

/** A payment: the length of its script (bytes), what it pays, and the rate at which it pays the network. */
export interface BitcoinPayment {
  length: number
  amount: bigint
  rate: bigint
}

/** The length of the script of a Taproot address, which the wallet is. */
export const OWN_LENGTH = 34

/** The least change, below which it is the network's: nodes pass no smaller output to Taproot on. */
const CHANGE_LEAST = 330n

/** The least part of change that is divided: as much as makes an output a large one. */
export const PART_LEAST = 500_000n

/** The most outputs of the wallet that a transaction spends. */
export const INPUTS_MAX = 50

/** Fees that what is spent shall pay for where that is possible, so that change is left for replacements. */
const ROOM = 4n

/** The rate that every node asks for: one satoshi per vbyte, and as much more for a transaction's replacement. */
export const RELAY_RATE = 1_000n

/** The name of an output in the list of what a transaction spends. */
export const outpointOf = ({ txid, n }: Pick<Utxo, 'txid' | 'n'>): string => `${txid}:${n}`

/** The satoshis of outputs. */
export const satoshisOf = (utxos: readonly Pick<Utxo, 'amount'>[]): bigint =>
  utxos.reduce((sum, { amount }) => sum + amount, 0n)

/** The size of a transaction by the number of its inputs and the lengths of its outputs' scripts (vbytes, BIP-141). */
export function sizeOf(inputs: number, lengths: readonly number[]): bigint {
  // Version, both counts and lock time; each input an outpoint, no script and a sequence; each output an amount.
  const plain = 10 + 41 * inputs + lengths.reduce((sum, length) => sum + 9 + length, 0)
  // A mark, and for each input one signature of 64 bytes with its length and their count.
  const witness = 2 + 66 * inputs
  return BigInt(Math.ceil((4 * plain + witness) / 4))
}

/**
 * The size of a transaction that spends outputs of native SegWit for a key, and makes one output with a script of some
 * length (vbytes).
 */
export function sweepSize(inputs: number, length: number): bigint {
  const plain = 10 + 41 * inputs + 9 + length
  // A mark, and for each input the count, a signature of 71 bytes with its type, and a key, with their lengths.
  const witness = 2 + 107 * inputs
  return BigInt(Math.ceil((4 * plain + witness) / 4))
}

/** The fee of so many vbytes. */
export const bitcoinFeeOf = (size: bigint, rate: bigint): bigint => (size * rate + 999n) / 1_000n

/** The lengths of the scripts of a payment and some parts of change. */
const lengthsOf = ({ length }: Pick<BitcoinPayment, 'length'>, parts: number): number[] => [
  length,
  ...Array.from({ length: parts }, () => OWN_LENGTH),
]

/** The size of the transaction of a payment, with some inputs and parts of change (vbytes). */
export const paymentSize = (payment: Pick<BitcoinPayment, 'length'>, inputs: number, parts: number): bigint =>
  sizeOf(inputs, lengthsOf(payment, parts))

/**
 * Chooses what a payment spends: the smallest output that suffices, or else the largest together, so that large ones
 * stay for other payments. Those that cost more to spend than they are worth are left alone. Undefined where all do not
 * suffice.
 */
export function chooseUtxos(utxos: readonly Utxo[], payment: BitcoinPayment): readonly Utxo[] | undefined {
  const { amount, rate } = payment
  const price = bitcoinFeeOf(paymentSize(payment, 2, 0) - paymentSize(payment, 1, 0), rate)
  const largest = utxos.filter((one) => one.amount > price).toSorted((a, b) => Number(b.amount - a.amount))
  for (const [room, parts] of [
    [ROOM, 1],
    [1n, 0],
  ] as const) {
    const suffices = (some: readonly Utxo[]): boolean =>
      satoshisOf(some) >= amount + room * bitcoinFeeOf(paymentSize(payment, some.length, parts), rate)
    const one = largest.findLast((utxo) => suffices([utxo]))
    if (one) return [one]
    for (let count = 2; count <= Math.min(INPUTS_MAX, largest.length); count++)
      if (suffices(largest.slice(0, count))) return largest.slice(0, count)
  }
  return undefined
}

/**
 * The parts of the change of a payment that spends so many outputs of that sum: `parts` where each is large enough, or
 * fewer. None where it would be too small: then it is the network's. Undefined where the sum does not suffice.
 */
export function bitcoinChange(
  payment: BitcoinPayment,
  { inputs, sum }: { inputs: number; sum: bigint },
  parts: number,
): bigint[] | undefined {
  const left = (count: number): bigint =>
    sum - payment.amount - bitcoinFeeOf(paymentSize(payment, inputs, count), payment.rate)
  for (let count = parts; count > 0; count--) {
    const each = left(count) / BigInt(count)
    if (each < (count === 1 ? CHANGE_LEAST : PART_LEAST)) continue
    const others = Array.from({ length: count - 1 }, () => each)
    return [left(count) - each * BigInt(count - 1), ...others]
  }
  return left(0) >= 0n ? [] : undefined
}

/** The most that a transaction at a rate pays the network: change that is too small is a part of it. */
export const mostFee = (size: bigint, rate: bigint): bigint =>
  bitcoinFeeOf(size + BigInt(9 + OWN_LENGTH), rate) + CHANGE_LEAST

/** The least rate of a transaction in place of one at `rate`: 1/8 more, and no less than nodes ask for (BIP-125). */
export function leastReplacing(rate: bigint): bigint {
  const more = (rate + 7n) / 8n
  return rate + (more > RELAY_RATE ? more : RELAY_RATE)
}
