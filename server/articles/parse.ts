import type { Stated } from '#contract/registry.ts'
import { isSafeLink } from '#contract/rules/site-links.ts'
import { Cannot } from '../cannot.ts'

// The operator writes articles in a part of Markdown: headings, paragraphs, lists, pictures on a line of their own,
// bold words and links. Whatever else it might mean, it is text; an HTML element is an error, because its writer
// expects something that will not happen.
//
//   ---                          ## A heading
//   group: delivery              A paragraph with **bold words** and a [link](/order).
//   title: Delivery              - a list            1. a numbered list
//   summary: In one line         ![What it shows](drawn/package/single-glow-3)
//   ---

/** The longest text of an article, its title and its summary (characters). */
const [TEXT_MAX, TITLE_MAX, SUMMARY_MAX] = [12_000, 120, 300]
const PICTURE = /^!\[([^\]]*)\]\(([^)\s]+)\)$/

type StatedBlock = Stated<'article.detail'>['article']['blocks'][number]
type StatedSpan = StatedBlock['items'][number]['spans'][number]

/** An article as it was written: its parts, and the group that it names. */
export interface WrittenArticle {
  group: string
  title: string
  summary: string
  sort: number
  blocks: StatedBlock[]
}

/** What is wrong with a text, in words for its writer. */
export class ArticleError extends Cannot {
  override name = 'ArticleError'
}

/**
 * Reads an article.
 *
 * @throws ArticleError, with the number of the line that is wrong
 */
export function parseArticle(text: string): WrittenArticle {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines.indexOf('---', 1)
  if (lines[0] !== '---' || end < 0) throw new ArticleError('cannot.articleHead')
  check(text)
  return withBody(readHead(lines.slice(1, end)), lines.slice(end + 1), end + 2)
}

/** What is said of an article beside its text. */
export type ArticleHead = Omit<WrittenArticle, 'blocks'>

/**
 * Reads an article whose head was given in parts.
 *
 * @throws ArticleError, with the number of the text's line that is wrong
 */
export function articleOf(head: ArticleHead, body: string): WrittenArticle {
  check(head.title + head.summary + body)
  checkHead(head)
  return withBody(head, body.split(/\r?\n/), 1)
}

function check(text: string): void {
  if (text.length > TEXT_MAX) throw new ArticleError('cannot.articleLong', { max: TEXT_MAX })
  if (/[^\P{Cc}\r\n\t]/u.test(text)) throw new ArticleError('cannot.articleControl')
}

function checkHead({ title, summary }: ArticleHead): void {
  if (title.length > TITLE_MAX) throw new ArticleError('cannot.articleTitle', { max: TITLE_MAX })
  if (summary.length > SUMMARY_MAX) throw new ArticleError('cannot.articleSummary', { max: SUMMARY_MAX })
}

function withBody(head: ArticleHead, lines: readonly string[], first: number): WrittenArticle {
  const blocks = readBody(lines, first)
  if (blocks.length === 0) throw new ArticleError('cannot.articleEmpty')
  return { ...head, blocks }
}

/** The lines before the text, each a name and what it says. */
function readHead(lines: readonly string[]): ArticleHead {
  const said = new Map<string, string>()
  for (const [n, line] of lines.entries()) {
    const [, name, value] = /^(group|title|summary|sort):\s*(.+)$/.exec(line.trim()) ?? []
    if (name === undefined) throw new ArticleError('cannot.articleLine', { line: n + 2 })
    said.set(name, value!.trim())
  }
  const [group, title, summary = '', sort = '0'] = ['group', 'title', 'summary', 'sort'].map((name) => said.get(name))
  if (group === undefined || title === undefined) throw new ArticleError('cannot.articleNames')
  checkHead({ group, title, summary, sort: 0 })
  if (!/^\d{1,6}$/.test(sort)) throw new ArticleError('cannot.articleSort')
  return { group, title, summary, sort: Number(sort) }
}

/** The blocks of a text; `first` is the number of its first line. */
function readBody(lines: readonly string[], first: number): StatedBlock[] {
  const blocks: StatedBlock[] = []
  let open: StatedBlock | undefined
  for (const [n, raw] of lines.entries()) {
    const line = raw.trim()
    if (line === '') {
      open = undefined
      continue
    }
    if (/<\/?[a-z][^>]*>/i.test(line)) throw new ArticleError('cannot.articleHtml', { line: first + n })
    const at = first + n
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

function pictureBlock([, shows, src]: RegExpExecArray, at: number): StatedBlock {
  if (!/^[\w-]+(\/[\w-]+)+$/.test(src!)) throw new ArticleError('cannot.articlePicture', { line: at, src: src! })
  return { kind: 'picture', src: src!, items: [{ spans: [{ text: shows! }] }] }
}

const INLINE = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** A line in its pieces: bold words, links, and what stands between them. */
function readSpans(line: string, at: number): StatedSpan[] {
  const spans: StatedSpan[] = []
  let done = 0
  for (const match of line.matchAll(INLINE)) {
    const [whole, bold, words, href] = match
    if (match.index > done) spans.push({ text: line.slice(done, match.index) })
    done = match.index + whole.length
    if (bold !== undefined) spans.push({ text: bold, strong: true })
    else {
      if (!isSafeLink(href!)) throw new ArticleError('cannot.articleLink', { line: at, href: href! })
      spans.push({ text: words!, href: href! })
    }
  }
  if (done < line.length) spans.push({ text: line.slice(done) })
  return spans
}
