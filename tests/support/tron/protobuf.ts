// Protocol Buffers, as far as the blocks and transactions of a tests' chain need them.

/** A field of a message: its number, and its value. Zero and empty values are left out. */
export type Field = readonly [number: number, value: number | Buffer]

/** The bytes of a message. */
export function message(...fields: readonly Field[]): Buffer {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return value === 0 ? [] : [varint(number * 8), varint(value)]
    return value.length === 0 ? [] : [varint(number * 8 + 2), varint(value.length), value]
  })
  return Buffer.concat(parts)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = BigInt(value)
  do {
    const more = left > 0x7fn ? 0x80n : 0n
    bytes.push(Number((left & 0x7fn) | more))
    left >>= 7n
  } while (left > 0n)
  return Buffer.from(bytes)
}
