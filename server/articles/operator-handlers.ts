import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { bodyText } from '../texts/body-text.ts'
import { firstTextOf, firstTexts } from './standing.ts'
import { readGroups } from './read.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { putArticle, removeArticle, removeGroup, setGroup } from './operator.ts'
import { actorOf, answered } from '../operator/change.ts'

type ArticleCalls =
  | 'operator.articles'
  | 'operator.article'
  | 'operator.articleSet'
  | 'operator.articleRemove'
  | 'operator.groupSet'
  | 'operator.groupRemove'
type Article = Stated<'operator.articles'>['groups'][number]['articles'][number]
type Blocks = Stated<'article.detail'>['article']['blocks']

/** The texts that the market may begin with, but for those that are written. */
const draftsBut = (written: ReadonlySet<string>): NonNullable<Stated<'operator.articles'>['drafts']> =>
  [...firstTexts()].flatMap(([slug, texts]) =>
    written.has(slug)
      ? []
      : [
          {
            slug,
            group: [...texts.values()][0]!.group,
            title: Object.fromEntries([...texts].map(([language, { title }]) => [language, title])),
          },
        ],
  )

/** The operator's desk of articles. */
export const operatorArticleHandlers: HandlersFor<ArticleCalls> = {
  'operator.articles': async ({ db }) => {
    const [groups, { rows }] = await Promise.all([
      readGroups(db),
      sql<{ group: number; article: Article }>`
        select a.group_id as "group", json_build_object('id', a.id, 'slug', a.slug, 'sort', a.sort,
          'title', json_object_agg(t.language, t.title),
          'languages', json_agg(t.language order by t.language)) as article
        from articles a join article_texts t on t.article_id = a.id group by a.id order by a.sort, a.id`.execute(db),
    ])
    const slugs = new Map(groups.map((group) => [group.id, group.slug]))
    const written = new Set(rows.map(({ article }) => article.slug))
    return accepted({
      drafts: draftsBut(written),
      groups: groups.map(({ id, pid, slug, name, path, sort }) => ({
        ...{ id, slug, name, path, sort },
        above: slugs.get(pid) ?? null,
        articles: rows.filter((row) => row.group === id).map((row) => row.article),
      })),
    })
  },
  'operator.article': async ({ db }, { slug, language }) => {
    const row = await db
      .selectFrom('articles as a')
      .innerJoin('article_texts as t', 't.article_id', 'a.id')
      .innerJoin('article_groups as g', 'g.id', 'a.group_id')
      .select(['g.slug as group', 'a.sort', 't.title', 't.summary', 't.blocks'])
      .where('a.slug', '=', slug)
      .where('t.language', '=', language)
      .executeTakeFirst()
    if (!row) return accepted({ written: null, draft: firstTextOf(slug, language) ?? null })
    const { blocks, ...head } = row
    return accepted({ written: { ...head, body: bodyText(blocks as Blocks) }, draft: null })
  },
  'operator.articleSet': (call, written) => answered(call, () => putArticle(call.db, written, actorOf(call))),
  'operator.articleRemove': (call, which) => answered(call, () => removeArticle(call.db, which, actorOf(call))),
  'operator.groupSet': (call, group) => answered(call, () => setGroup(call.db, group, actorOf(call))),
  'operator.groupRemove': (call, { slug }) => answered(call, () => removeGroup(call.db, slug, actorOf(call))),
}
