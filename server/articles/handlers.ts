import { locales } from '#contract/text/locales.ts'
import { filledIn, type TextValues } from '#contract/text/filled-text.ts'
import type { Article } from '#contract/articles/schema.ts'
import { readArticle, readCategory } from './read.ts'
import type { Db } from '../db/tables/tables.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { textValuesOf } from '../market/text-values.ts'

/** The operator's articles, in the language that is asked for, else the caller's. */
export const articleHandlers: HandlersFor<'article.category' | 'article.detail'> = {
  'article.category': async ({ db, language, now }, input) => {
    const found = await readCategory(db, input.ids.split(',').map(Number), input.language ?? language)
    if (!found) return refused('notFound')
    return accepted({ ...found, articles: await withValues(db, found.articles, now()) })
  },
  'article.detail': async ({ db, language, now }, input) => {
    const found = await readArticle(db, Number(input.article_id), input.language ?? language)
    if (!found) return refused('notFound')
    const [article] = await withValues(db, [found.article], now())
    return accepted({ ...found, article: article! })
  },
}

/** Articles with the values that they take, each in the language in which it is written. */
async function withValues(db: Db, articles: readonly Article[], now: number): Promise<Article[]> {
  const values = new Map<string, TextValues>()
  for (const { code } of locales)
    if (articles.some((one) => one.spoken === code && takesValues(one)))
      values.set(code, await textValuesOf(db, code, now))
  return articles.map((one) => {
    const own = values.get(one.spoken)
    return own ? filled(one, own) : one
  })
}

const takesValues = (article: Article): boolean => JSON.stringify(article).includes('{{')

const filled = (article: Article, values: TextValues): Article => ({
  ...article,
  title: filledIn(article.title, values),
  summary: filledIn(article.summary, values),
  blocks: article.blocks.map((block) => ({
    ...block,
    items: block.items.map(({ spans }) => ({
      spans: spans.map((span) => ({ ...span, text: filledIn(span.text, values) })),
    })),
  })),
})
