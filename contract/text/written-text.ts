import { isSafeLink } from './site-links.ts'

// Operators write articles and the sellers' contract in a part of Markdown: headings, paragraphs, lists, pictures on a
// line of their own, bold words and links. Whatever else it might mean, it is text; an HTML element is a fault, because
// its writer expects something that will not happen.

/** A piece of a line: its words, whether they stand out, and where they lead. */
interface WrittenSpan {
  text: string
  strong?: boolean
  href?: string
}
/** A part of a text (articles/schema.ts `Block`). */
export interface WrittenBlock {
  kind: 'heading' | 'paragraph' | 'list' | 'numbered' | 'picture'
  items: { spans: WrittenSpan[] }[]
  src?: string
}

/** A fault of a line, equal to `cannot.<fault>`, with its number and the address at fault. */
export type WrittenFault =
  | { fault: 'articleHtml'; line: number }
  | { fault: 'articlePicture'; line: number; src: string }
  | { fault: 'articleLink'; line: number; href: string }

/** A text that cannot be read as it was written. */
export class NotWritten extends Error {
  override name = 'NotWritten'
  readonly why: WrittenFault

  constructor(why: WrittenFault) {
    super(`Line ${why.line}: ${why.fault}`)
    this.why = why
  }
}

const PICTURE = /^!\[([^\]]*)\]\(([^)\s]+)\)$/

/**
 * The blocks of a text; `first` is the number of its first line.
 *
 * @throws NotWritten
 */
export function readBlocks(lines: readonly string[], first = 1): WrittenBlock[] {
  const blocks: WrittenBlock[] = []
  let open: WrittenBlock | undefined
  for (const [n, raw] of lines.entries()) {
    const line = raw.trim()
    const at = first + n
    if (line === '') {
      open = undefined
      continue
    }
    if (/<\/?[a-z][^>]*>/i.test(line)) throw new NotWritten({ fault: 'articleHtml', line: at })
    const heading = /^#{1,4}\s+(.+)$/.exec(line)
    const picture = PICTURE.exec(line)
    const entry = /^(-|\*|\d{1,3}[.)])\s+(.+)$/.exec(line)
    if (heading) {
      blocks.push({ kind: 'heading', items: [{ spans: [{ text: heading[1]! }] }] })
      open = undefined
    } else if (picture) {
      blocks.push(pictureBlock(picture, at))
      open = undefined
    } else if (entry) {
      const kind = /^\d/.test(entry[1]!) ? 'numbered' : 'list'
      if (open?.kind !== kind) blocks.push((open = { kind, items: [] }))
      open.items.push({ spans: readSpans(entry[2]!, at) })
    } else if (open) {
      // A line that goes on.
      const last = open.items.at(-1)!
      last.spans = [...last.spans, { text: ' ' }, ...readSpans(line, at)]
    } else blocks.push((open = { kind: 'paragraph', items: [{ spans: readSpans(line, at) }] }))
  }
  return blocks
}

function pictureBlock([, shows, src]: RegExpExecArray, line: number): WrittenBlock {
  if (!/^[\w-]+(\/[\w-]+)+$/.test(src!)) throw new NotWritten({ fault: 'articlePicture', line, src: src! })
  return { kind: 'picture', src: src!, items: [{ spans: [{ text: shows! }] }] }
}

const INLINE = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** A line in its pieces: bold words, links, and what stands between them. */
function readSpans(text: string, line: number): WrittenSpan[] {
  const spans: WrittenSpan[] = []
  let done = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, words, href] = match
    if (match.index > done) spans.push({ text: text.slice(done, match.index) })
    done = match.index + whole.length
    if (bold !== undefined) spans.push({ text: bold, strong: true })
    else {
      if (!isSafeLink(href!)) throw new NotWritten({ fault: 'articleLink', line, href: href! })
      spans.push({ text: words!, href: href! })
    }
  }
  if (done < text.length) spans.push({ text: text.slice(done) })
  return spans
}

/** The blocks of a text that was read before; one that cannot be read after all stands there as it is. */
export function blocksOf(text: string): WrittenBlock[] {
  const lines = text.split(/\r?\n/)
  try {
    return readBlocks(lines)
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error
    return lines
      .filter((line) => line.trim() !== '')
      .map((line): WrittenBlock => ({ kind: 'paragraph', items: [{ spans: [{ text: line }] }] }))
  }
}
