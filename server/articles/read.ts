import { sql, type RawBuilder } from 'kysely'
import { fallbackLocale } from '#contract/text/locales.ts'
import { ANSWER_ARTICLES_MAX, type Article, type ArticleGroup } from '#contract/articles/schema.ts'
import type { Db, Tx } from '../db/tables/tables.ts'

/** A group as devices have it, of a row `g`. */
const groupJson = sql`json_build_object('id', g.id, 'pid', g.pid, 'name', g.name, 'path', g.path, 'sort', g.sort)`

/** How deep groups stand below each other: whatever a table says, its reading ends. */
const DEPTH = 5

interface Found {
  groups: ArticleGroup[]
  articles: Article[]
}

/** All groups, those of one level in their order. */
export async function readGroups(db: Db | Tx): Promise<(ArticleGroup & { slug: string; role: string | null })[]> {
  const rows = await db.selectFrom('article_groups').selectAll().orderBy('sort').orderBy('id').execute()
  return rows.map(({ id, pid, name, path, sort, slug, role }) => ({ id, pid, name, path, sort, slug, role }))
}

/** The ids of the groups that hold an article. */
export async function filledGroups(db: Db | Tx): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('articles').select('group_id').distinct().execute()
  return new Set(rows.map((row) => row.group_id))
}

/** Articles `a` of a query in a language, else in the market's, else in whichever they have. */
const articlesJson = (language: string, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.id, a.sort, a.group_id, json_build_object('id', a.id, 'groupId', a.group_id, 'title', t.title,
    'summary', t.summary, 'blocks', t.blocks, 'spoken', t.language, 'sort', a.sort,
    'updated', floor(extract(epoch from t.at) * 1000)) as article
  from articles a cross join lateral (select * from article_texts x where x.article_id = a.id
    order by x.language = ${language}::text desc, x.language = ${fallbackLocale}::text desc, x.language limit 1) t
  where ${which}`

/**
 * Groups with those below them and their articles; undefined when none of them exists. A group is there with all of
 * its articles or not at all, since a device takes away what an answer leaves out: beyond the bound whole groups are
 * missing.
 */
export async function readCategory(db: Db, ids: readonly number[], language: string): Promise<Found | undefined> {
  const {
    rows: [row],
  } = await sql<Found>`
    with recursive below as (
      select id, 1 as depth from article_groups where id = any(${`{${ids.join(',')}}`}::int[])
      union select g.id, b.depth + 1 from article_groups g join below b on g.pid = b.id
        where b.depth < ${sql.lit(DEPTH)}),
    counted as (
      select b.id, sum((select count(*) from articles a where a.group_id = b.id)) over (order by b.id) as total
      from (select distinct id from below) b),
    whole as (select id from counted where total <= ${sql.lit(ANSWER_ARTICLES_MAX)}),
    found as (${articlesJson(language, sql`a.group_id in (select id from whole)`)})
    select (select coalesce(json_agg(${groupJson} order by g.sort, g.id), '[]')
        from article_groups g where g.id in (select id from whole)) as groups,
      (select coalesce(json_agg(article order by sort, id), '[]') from found) as articles
  `.execute(db)
  return row!.groups.length > 0 ? row : undefined
}

/** One article and its group. */
export async function readArticle(
  db: Db,
  id: number,
  language: string,
): Promise<{ article: Article; group: ArticleGroup } | undefined> {
  const { rows } = await sql<{ article: Article; group: ArticleGroup }>`
    with found as (${articlesJson(language, sql`a.id = ${id}::int`)})
    select f.article, ${groupJson} as group from found f join article_groups g on g.id = f.group_id
  `.execute(db)
  return rows[0]
}
