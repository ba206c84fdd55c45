import { createPauses } from '../bitcoin/blocks.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * The objects of an array in a JSON text, each parsed by itself, with turns for other work between them. With `key` the
 * array is the first value of an object.
 *
 * @throws SyntaxError
 */
export async function* itemsOf(text: Buffer, key?: string): AsyncGenerator<unknown> {
  const begin = new RegExp(key === undefined ? String.raw`^\s*\[` : String.raw`^\s*\{\s*"${key}"\s*:\s*\[`)
  const head = begin.exec(text.toString('latin1', 0, 100))
  if (!head) throw new SyntaxError('There is no array')
  const turn = createPauses()
  let depth = 0
  let from = 0
  for (let at = head[0].length; at < text.length; at++) {
    const byte = text[at]
    if (byte === QUOTE) at = endOfString(text, at)
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (depth++ === 0) from = at
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) return
      if (--depth > 0) continue
      yield JSON.parse(text.toString('utf8', from, at + 1))
      await turn()
    }
  }
  throw new SyntaxError('The array does not end')
}

/** Where a string ends that begins at `from`. */
function endOfString(text: Buffer, from: number): number {
  for (let at = text.indexOf(QUOTE, from + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === BACKSLASH) slashes++
    // Two of them are one that is written, and end nothing.
    if (slashes % 2 === 0) return at
  }
  throw new SyntaxError('A string does not end')
}
