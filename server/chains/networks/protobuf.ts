// Protocol Buffers, as far as Tron's headers and transactions need them: whole numbers, and bytes.

/** A field with a number; none where that is 0. */
export const numberField = (field: number, value: number): Buffer =>
  Buffer.from(value === 0 ? [] : [...varint(field * 8), ...varint(value)])

/** A field with bytes; none where there are no bytes. */
export const bytesField = (field: number, value: Uint8Array): Buffer =>
  value.length === 0
    ? Buffer.alloc(0)
    : Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(value.length)]), value])

/** A number in groups of 7 bits, the lowest first; all but the last one have their eighth bit set. */
function varint(value: number): number[] {
  const groups: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) groups.push((left % 128) + 128)
  return [...groups, left]
}

/** A field of a message: its number and its value. */
export interface ProtobufField {
  field: number
  value: number | Buffer
}

/** The fields of a message in their order; undefined where the bytes are none, or a field has another form. */
export function readFields(message: Uint8Array): ProtobufField[] | undefined {
  const bytes = Buffer.from(message)
  const fields: ProtobufField[] = []
  let at = 0
  const next = (): number | undefined => {
    let value = 0
    for (let unit = 1; unit <= Number.MAX_SAFE_INTEGER; unit *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) return undefined
      value += (byte % 128) * unit
      if (byte < 128) return Number.isSafeInteger(value) ? value : undefined
    }
    return undefined
  }
  while (at < bytes.length) {
    const [key, value] = [next(), next()]
    if (key === undefined || value === undefined) return undefined
    const field = Math.floor(key / 8)
    if (key % 8 === 0) fields.push({ field, value })
    else if (key % 8 === 2 && at + value <= bytes.length) {
      fields.push({ field, value: bytes.subarray(at, at + value) })
      at += value
    } else return undefined
  }
  return fields
}
