import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { isSafeLink } from '../text/site-links.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { LocaleCodeSchema, TextsSchema } from '../text/schema-texts.ts'

// The articles of the operator, in groups. On the wire and on the device an article is a list of blocks, never HTML; a
// block that an older app does not know is left out.

/** The largest number of articles of a group, and of an answer. */
export const GROUP_ARTICLES_MAX = 60
export const ANSWER_ARTICLES_MAX = 600
/** The largest number of groups that one call names. */
const IDS_MAX = 20

/** A piece of a line: its words, whether they stand out, and where they lead. */
export const Span = z.object({
  text: z.string(),
  strong: z.optional(z.boolean()),
  href: z.optional(z.string().check(z.refine(isSafeLink))),
})
export type Span = z.infer<typeof Span>

export const blockKinds = ['heading', 'paragraph', 'list', 'numbered', 'picture'] as const
/**
 * A part of an article. `items` are its lines: one of a heading and a paragraph, each entry of a list. A picture has
 * its path (pictures/urls.ts) in `src`, and what it shows as its one line.
 */
export const ArticleBlock = z.object({
  kind: openEnum(blockKinds),
  items: openArray(z.object({ spans: openArray(Span) })),
  src: z.optional(z.string()),
})
export type ArticleBlock = z.infer<typeof ArticleBlock>

/** An article in one language. `spoken` is the language that its text is in; `updated` is Unix ms. */
export const Article = z.object({
  id: Id,
  groupId: Id,
  title: z.string(),
  summary: z.string(),
  blocks: openArray(ArticleBlock),
  spoken: z.string(),
  sort: z.int(),
  updated: z.number(),
})
export type Article = z.infer<typeof Article>

/** A group of articles, or a link that stands among them (`path`); `pid` 0 is a root (spec §3: a tree by parent id). */
export const ArticleGroup = z.object({
  id: Id,
  pid: IdOrNone,
  name: TextsSchema,
  path: z.nullable(z.string().check(z.refine(isSafeLink))),
  sort: z.int(),
})
export type ArticleGroup = z.infer<typeof ArticleGroup>

const language = z.optional(LocaleCodeSchema)

/**
 * Groups by their ids, which commas separate, with all groups below them and their articles (spec §7). In the named
 * language, else the caller's, else the market's.
 */
export const articleCategory = endpoint({
  method: 'GET',
  path: '/api/Article/category',
  access: 'anyone',
  input: z.object({
    ids: z.string().check(z.regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${IDS_MAX - 1}}$`))),
    language,
  }),
  output: z.object({ groups: openArray(ArticleGroup), articles: openArray(Article) }),
})

/** One article with its group (spec §7). */
export const articleDetail = endpoint({
  method: 'GET',
  path: '/api/Article/detail',
  access: 'anyone',
  input: z.object({ article_id: z.string().check(z.regex(/^\d{1,9}$/)), language }),
  output: z.object({ group: ArticleGroup, article: Article }),
})
