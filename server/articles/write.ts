import { sql } from 'kysely'
import { locales } from '#contract/text/locales.ts'
import { SLUG } from '#contract/articles/slug.ts'
import { GROUP_ARTICLES_MAX } from '#contract/articles/schema.ts'
import type { Tx } from '../db/tables/tables.ts'
import { ArticleError, parseArticle, type WrittenArticle } from '../texts/parse-article.ts'

/** Most groups of a market. */
export const ARTICLE_GROUPS_MAX = 100

const FILE = /^(?<slug>[a-z0-9-]{1,60})\.(?<language>[a-z]{2})\.md$/

/**
 * Writes the article of a file, named `<slug>.<language>.md`, in place of what it was; answers with its slug and
 * language.
 *
 * @throws ArticleError
 */
export async function writeArticle(tx: Tx, file: string, text: string): Promise<{ slug: string; language: string }> {
  const { slug = '', language = '' } = FILE.exec(file)?.groups ?? {}
  if (!SLUG.test(slug)) throw new ArticleError('cannot.articleFile', { file })
  await storeArticle(tx, { slug, language }, parseArticle(text))
  return { slug, language }
}

/**
 * Stores an article's text in a language in place of what it was.
 *
 * @throws ArticleError
 */
export async function storeArticle(
  tx: Tx,
  { slug, language }: { slug: string; language: string },
  { group, sort, title, summary, blocks }: WrittenArticle,
): Promise<void> {
  if (!locales.some((locale) => locale.code === language))
    throw new ArticleError('cannot.articleLanguage', { language, known: locales.map((l) => l.code).join(', ') })
  const within = await tx.selectFrom('article_groups').select('id').where('slug', '=', group).executeTakeFirst()
  if (!within) throw new ArticleError('cannot.articleGroup', { group })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from articles where group_id = ${within.id}::int and slug <> ${slug}`.execute(tx)
  if (rows[0]!.n >= GROUP_ARTICLES_MAX) throw new ArticleError('cannot.articleMany', { group, max: GROUP_ARTICLES_MAX })
  const { id } = await tx
    .insertInto('articles')
    .values({ slug, group_id: within.id, sort })
    .onConflict((oc) => oc.column('slug').doUpdateSet({ group_id: within.id, sort }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = { title, summary, blocks: JSON.stringify(blocks) }
  await tx
    .insertInto('article_texts')
    .values({ article_id: id, language, ...content })
    .onConflict((oc) => oc.columns(['article_id', 'language']).doUpdateSet({ ...content, at: sql<Date>`now()` }))
    .execute()
}
