import { NotWritten, readBlocks, type WrittenBlock } from '#contract/text/written-text.ts'
import { Cannot } from './cannot.ts'

// The head of an article, and its text (contract/text/written-text.ts).
//
//   ---                          ## A heading
//   group: delivery              A paragraph with **bold words** and a [link](/order).
//   title: Delivery              - a list            1. a numbered list
//   summary: In one line         ![What it shows](drawn/package/single-glow-3)
//   ---

/** The longest text of an article, its title and its summary (characters). */
const [TEXT_MAX, TITLE_MAX, SUMMARY_MAX] = [12_000, 120, 300]

/** An article as it was written: its parts, and the group that it names. */
export interface WrittenArticle {
  group: string
  title: string
  summary: string
  sort: number
  blocks: WrittenBlock[]
}

/** A fault in a text, in words for its writer. */
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

/** The fields of an article besides its text. */
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
  const fields = new Map<string, string>()
  for (const [n, line] of lines.entries()) {
    const [, name, value] = /^(group|title|summary|sort):\s*(.+)$/.exec(line.trim()) ?? []
    if (name === undefined) throw new ArticleError('cannot.articleLine', { line: n + 2 })
    fields.set(name, value!.trim())
  }
  const [group, title, summary = '', sort = '0'] = ['group', 'title', 'summary', 'sort'].map((name) => fields.get(name))
  if (group === undefined || title === undefined) throw new ArticleError('cannot.articleNames')
  checkHead({ group, title, summary, sort: 0 })
  if (!/^\d{1,6}$/.test(sort)) throw new ArticleError('cannot.articleSort')
  return { group, title, summary, sort: Number(sort) }
}

/** The blocks of a text; `first` is the number of its first line. @throws ArticleError */
export function readBody(lines: readonly string[], first: number): WrittenBlock[] {
  try {
    return readBlocks(lines, first)
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error
    const { fault, ...values } = error.why
    throw new ArticleError(`cannot.${fault}`, values)
  }
}
