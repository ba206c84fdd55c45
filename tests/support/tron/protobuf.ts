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

/** The fields of a message, each with its values in their order. @throws Error where the bytes end too early */
export function fieldsOf(bytes: Buffer): ReadonlyMap<number, readonly (bigint | Buffer)[]> {
  const found = new Map<number, (bigint | Buffer)[]>()
  let at = 0
  const next = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('The message ends too early')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const key = next()
    const values = found.get(Number(key >> 3n)) ?? []
    found.set(Number(key >> 3n), values)
    const value = next()
    if ((key & 7n) === 0n) values.push(value)
    else {
      if (at + Number(value) > bytes.length) throw new Error('The message ends too early')
      values.push(bytes.subarray(at, (at += Number(value))))
    }
  }
  return found
}
