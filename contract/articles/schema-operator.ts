import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { isSafeLink } from '../text/site-links.ts'
import { openArray } from '../wire/schema-open.ts'
import { LocaleCodeSchema, TextsSchema } from '../text/schema-texts.ts'
import { SLUG, SLUG_MAX } from './slug.ts'

// The operator's desk of articles: groups, the articles in them, and each article's text in each language.

const slug = z.string().check(z.regex(SLUG), z.maxLength(SLUG_MAX))
const sort = z.int().check(z.nonnegative(), z.maximum(999_999))
const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^\P{Cc}*$/u))

const Article = z.object({
  id: z.int(),
  slug: z.string(),
  title: TextsSchema,
  sort: z.int(),
  /** The languages in which it is written. */
  languages: openArray(z.string()),
})
const Group = z.object({
  id: z.int(),
  slug: z.string(),
  name: TextsSchema,
  /** The group above it; null at the top. */
  above: z.nullable(z.string()),
  /** Where it leads, if it is a link among groups. */
  path: z.nullable(z.string()),
  sort: z.int(),
  articles: openArray(Article),
})
export type OperatorGroup = z.infer<typeof Group>
export type OperatorArticle = z.infer<typeof Article>

/** All groups in their order, each with its articles. */
export const articles = endpoint({
  method: 'POST',
  path: '/api/operator/articles',
  access: 'operator',
  right: 'site',
  input: z.object({}),
  output: z.object({
    groups: openArray(Group),
    /** Texts about the market’s rules that it may begin with and has in no language. */
    drafts: openArray(z.object({ slug: z.string(), group: z.string(), title: TextsSchema })),
  }),
})

const Written = z.object({
  group: z.string(),
  sort: z.int(),
  title: z.string(),
  summary: z.string(),
  /** As it is written (docs/articles.md), without its head. */
  body: z.string(),
})
export type WrittenText = z.infer<typeof Written>

/**
 * An article as it was written in a language. Where it was not, `written` is null, and `draft` is a text that it may
 * begin with.
 */
export const article = endpoint({
  method: 'POST',
  path: '/api/operator/article',
  access: 'operator',
  right: 'site',
  input: z.object({ slug, language: LocaleCodeSchema }),
  output: z.object({ written: z.nullable(Written), draft: z.nullable(Written) }),
})

/** Writes an article in a language, or replaces its text there. */
export const articleSet = endpoint({
  method: 'POST',
  path: '/api/operator/articleSet',
  access: 'operator',
  right: 'site',
  input: z.object({
    slug,
    language: LocaleCodeSchema,
    group: slug,
    sort,
    title: line(120),
    summary: z.string().check(z.trim(), z.maxLength(300), z.regex(/^\P{Cc}*$/u)),
    body: z.string().check(z.minLength(1), z.maxLength(12_000)),
  }),
  output: z.object({}),
})

/** Removes an article, or its text in one language. */
export const articleRemove = endpoint({
  method: 'POST',
  path: '/api/operator/articleRemove',
  access: 'operator',
  right: 'site',
  input: z.object({ slug, language: z.nullable(LocaleCodeSchema) }),
  output: z.object({}),
})

/** Makes or changes a group, or a link among groups. */
export const groupSet = endpoint({
  method: 'POST',
  path: '/api/operator/groupSet',
  access: 'operator',
  right: 'site',
  input: z.object({
    slug,
    above: z.nullable(slug),
    sort,
    name: z.partialRecord(LocaleCodeSchema, line(80)),
    path: z.nullable(z.string().check(z.maxLength(300), z.refine(isSafeLink))),
  }),
  output: z.object({}),
})

/** Removes an empty group. */
export const groupRemove = endpoint({
  method: 'POST',
  path: '/api/operator/groupRemove',
  access: 'operator',
  right: 'site',
  input: z.object({ slug }),
  output: z.object({}),
})
