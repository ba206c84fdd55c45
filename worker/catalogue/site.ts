import type { DeviceEndpointName, Input, Output, SiteEndpointName } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import { articleKey, articleRows, groupRows, siteRow, type ArticleRow, type GroupRow } from '#localdb/rows/site.ts'
import type { WantOutcome } from '../api/worker-api.ts'
import type { Session } from '../session/session.ts'
import { failed } from '../wire/failed.ts'
import type { CatalogueAccess } from './access.ts'
import { applyAreas } from './areas.ts'

// The operator's articles and settings, and the open areas, kept on the device. They are as old as their last read,
// since no feed reports their changes.

/** How many articles, in all languages, and how many groups of them a device keeps. */
export const ARTICLES_MAX = 600
export const GROUPS_MAX = 200

type Appliers = {
  [N in SiteEndpointName]: (db: CatalogueDb, input: Input<N>, output: Output<N>, at: number) => Promise<void>
}

/** Writes what an answer brings into the catalogue's tables; `at` is when it was fetched (Unix ms). */
export const applySite: Appliers = {
  'area.read': applyAreas,
  'site.settings': async (db, _input, out, at) => {
    await db.site.put(siteRow(out, at))
  },
  'article.category': (db, { language = '' }, out, at) =>
    db.transaction('rw', [db.articles, db.articleGroups], async () => {
      const ids = new Set(out.groups.map((group) => group.id))
      const there = new Set(out.articles.map((article) => articleKey(language, article.id)))
      // An article that is missing from the answer was taken away.
      const kept = await db.articles
        .where('groupId')
        .anyOf([...ids])
        .toArray()
      await db.articles.bulkDelete(
        kept.filter((row) => row.language === language && !there.has(row.key)).map((row) => row.key),
      )
      await keep(db, groupRows(out.groups, at), articleRows(out.articles, language, at))
    }),
  'article.detail': (db, { language = '' }, out, at) =>
    db.transaction('rw', [db.articles, db.articleGroups], () =>
      keep(db, groupRows([out.group], at), articleRows([out.article], language, at)),
    ),
}

/** Writes groups and articles; beyond their bounds those that were fetched longest ago go. */
async function keep(db: CatalogueDb, groups: readonly GroupRow[], articles: readonly ArticleRow[]): Promise<void> {
  await db.articleGroups.bulkPut(groups)
  await db.articles.bulkPut(articles)
  const surplus = (await db.articles.count()) - ARTICLES_MAX
  if (surplus > 0) await db.articles.bulkDelete(oldest(await db.articles.toArray(), surplus).map(({ key }) => key))
  const more = (await db.articleGroups.count()) - GROUPS_MAX
  if (more > 0) await db.articleGroups.bulkDelete(oldest(await db.articleGroups.toArray(), more).map(({ id }) => id))
}

const oldest = <T extends { at: number }>(rows: readonly T[], count: number): T[] =>
  rows.toSorted((a, b) => a.at - b.at).slice(0, count)

/**
 * Fetches the operator's articles or settings and keeps them, unless the document has just brought them. A group or an
 * article that the server no longer has is forgotten.
 */
export async function fetchSite<N extends SiteEndpointName>(
  { env, catalogue, exchange }: CatalogueAccess,
  brought: { take(name: string, input: object): Promise<boolean> },
  name: N,
  input: object,
  at: Session,
): Promise<WantOutcome> {
  if (await brought.take(name, input)) return { kind: 'fresh' }
  const db = await catalogue()
  const outcome = await exchange(name as DeviceEndpointName, input as never, at)
  if (outcome.kind === 'accepted') {
    const apply = applySite[name] as (db: CatalogueDb, input: object, output: unknown, at: number) => Promise<void>
    await apply(db, input, outcome.data, env.now())
    return { kind: 'fresh' }
  }
  if (outcome.kind === 'refused' && outcome.refusal.reason === 'notFound') await forget(db, input as Named)
  return failed(outcome)
}

interface Named {
  ids?: string
  article_id?: string
}

/** Forgets a group with its articles, or an article, in all languages. */
async function forget(db: CatalogueDb, { ids, article_id }: Named): Promise<void> {
  await db.transaction('rw', [db.articles, db.articleGroups], async () => {
    if (article_id !== undefined) await db.articles.filter((row) => row.id === Number(article_id)).delete()
    if (ids === undefined) return
    const groups = ids.split(',').map(Number)
    await db.articles.where('groupId').anyOf(groups).delete()
    await db.articleGroups.bulkDelete(groups)
  })
}
