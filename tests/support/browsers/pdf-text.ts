import { inflateSync } from 'node:zlib'

// The text of a PDF as Chromium writes it: plain objects, compressed streams, and fonts with a table from glyphs to
// text. It comes in the order in which it was drawn.

interface Obj {
  head: string
  stream: string
}

function objectsIn(pdf: Buffer): Map<string, Obj> {
  const text = pdf.toString('latin1')
  const found = new Map<string, Obj>()
  for (const match of text.matchAll(/(?:^|[\r\n])(\d+) 0 obj\b/g)) {
    const from = match.index + match[0].length
    const end = text.indexOf('endobj', from)
    const at = text.indexOf('stream', from)
    if (at < 0 || at > end) {
      found.set(match[1]!, { head: text.slice(from, end), stream: '' })
      continue
    }
    const head = text.slice(from, at)
    const length = Number(/\/Length (\d+)/.exec(head)![1])
    const begins = at + 'stream'.length + (text.startsWith('\r\n', at + 6) ? 2 : 1)
    const bytes = pdf.subarray(begins, begins + length)
    const plain = head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    found.set(match[1]!, { head, stream: plain.toString('latin1') })
  }
  return found
}

const fromHex = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** The text of each glyph of a font, by its code in hexadecimal. */
function meanings(cmap: string): Map<string, string> {
  const all = new Map<string, string>()
  for (const [, part] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code, means] of part!.matchAll(/<(\w+)>\s*<(\w+)>/g)) all.set(code!.toUpperCase(), fromHex(means!))
  for (const [, part] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from, to, means] of part!.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let code = Number.parseInt(from!, 16), n = 0; code <= Number.parseInt(to!, 16); code++, n++)
        all.set(
          code.toString(16).toUpperCase().padStart(from!.length, '0'),
          fromHex((Number.parseInt(means!, 16) + n).toString(16).padStart(means!.length, '0')),
        )
  return all
}

/** Matches an ActualText, a font, a string of glyphs, the end of marked content (EMC) and the end of text (ET). */
const TOKENS = /\/ActualText <([0-9A-Fa-f]+)>|\/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\bEMC\b|\bET\b/g

function meant(font: Map<string, string> | undefined, hex: string): string {
  const width = font?.keys().next().value?.length ?? 4
  return (hex.match(new RegExp(`.{${width}}`, 'g')) ?? []).map((glyph) => font?.get(glyph.toUpperCase()) ?? '').join('')
}

/** All text of a PDF's pages. */
export function pdfText(pdf: Buffer): string {
  const objects = objectsIn(pdf)
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, dictionary] of head.matchAll(/\/Font <<([\s\S]*?)>>/g))
      for (const [, name, id] of dictionary!.matchAll(/\/(\w+) (\d+) 0 R/g)) {
        const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)?.head ?? '')?.[1]
        if (table !== undefined) fonts.set(name!, meanings(objects.get(table)!.stream))
      }
  let text = ''
  for (const { stream } of objects.values()) {
    if (!/\bBT\b/.test(stream)) continue
    let font: Map<string, string> | undefined
    // An ActualText replaces the glyphs up to its end.
    let replaced = false
    for (const [part, words, name, hex] of stream.matchAll(TOKENS))
      if (words !== undefined) {
        text += fromHex(words).replace('\uFEFF', '')
        replaced = true
      } else if (part === 'EMC') replaced = false
      else if (part === 'ET') text += '\n'
      else if (name !== undefined) font = fonts.get(name)
      else if (!replaced) text += meant(font, hex!)
  }
  return text
}
