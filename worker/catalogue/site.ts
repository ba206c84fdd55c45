import type { EndpointName, Input, Output, SiteEndpointName } from '#contract/registry.ts'
import { articleRows, groupRows, siteRow } from '#localdb/answer-rows.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import { articleKey } from '#localdb/site-rows.ts'
import type { WantOutcome } from '../api.ts'
import type { Session } from '../session/session.ts'
import { failed } from '../wire/failed.ts'
import type { CatalogueAccess } from './access.ts'

// What the operator writes and sets, kept on the device; of the age of its last reading, since no feed tells of it.

type Appliers = {
  [N in SiteEndpointName]: (db: CatalogueDb, input: Input<N>, output: Output<N>, at: number) => Promise<void>
}

/** Writes what an answer brings into the catalogue's tables; `at` is when it was fetched (Unix ms). */
export const applySite: Appliers = {
  'site.settings': async (db, _input, out, at) => {
    await db.site.put(siteRow(out, at))
  },
  'article.category': (db, { language = '' }, out, at) =>
    db.transaction('rw', [db.articles, db.articleGroups], async () => {
      const ids = new Set(out.groups.map((group) => group.id))
      const there = new Set(out.articles.map((article) => articleKey(language, article.id)))
      // What is no longer among them was taken away.
      const kept = await db.articles
        .where('groupId')
        .anyOf([...ids])
        .toArray()
      await db.articles.bulkDelete(
        kept.filter((row) => row.language === language && !there.has(row.key)).map((row) => row.key),
      )
      await db.articleGroups.bulkPut(groupRows(out.groups, at))
      await db.articles.bulkPut(articleRows(out.articles, language, at))
    }),
  'article.detail': (db, { language = '' }, out, at) =>
    db.transaction('rw', [db.articles, db.articleGroups], async () => {
      await db.articleGroups.bulkPut(groupRows([out.group], at))
      await db.articles.bulkPut(articleRows([out.article], language, at))
    }),
}

/**
 * Fetches what the operator wrote or set, and keeps it, unless the document has just brought it. What is no longer
 * there is forgotten.
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
  const outcome = await exchange(name as EndpointName, input as never, at)
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
