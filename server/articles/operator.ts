import { sql } from 'kysely'
import { fallbackLocale, locales, textIn } from '#contract/text/locales.ts'
import type { Input } from '#contract/registry.ts'
import { SLUG } from '#contract/articles/slug.ts'
import { isSafeLink } from '#contract/text/site-links.ts'
import { ArticleError, articleOf, type ArticleHead } from '../texts/parse-article.ts'
import { readGroups } from './read.ts'
import { ARTICLE_GROUPS_MAX, storeArticle, writeArticle } from './write.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { cannot, OperatorError, wholeNumber } from '../operator/answer.ts'

const NAME_MAX = 80

const verbs: Record<string, (db: Db, args: readonly string[], actor: Actor) => Promise<string>> = {
  put,
  list,
  remove,
  group: putGroup,
  ungroup,
}

/** `article put|list|remove|group|ungroup …` */
export function operateArticles(
  db: Db,
  [verb = '', ...args]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act) throw new OperatorError(`Articles: ${Object.keys(verbs).join(', ')}.`)
  return act(db, args, actor)
}

/** Changes what pages show of articles; kept answers and documents are forgotten. */
const change = <T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> => catalogueTransaction(db, ({ tx }) => act(tx))

async function put(db: Db, [file, text]: readonly string[], actor: Actor): Promise<string> {
  if (file === undefined || text === undefined)
    throw new OperatorError('A file is needed, named by its article and language: return-policy.en.md.')
  try {
    const { slug, language } = await change(db, async (tx) => {
      const written = await writeArticle(tx, file, text)
      const subject = `article:${written.slug}.${written.language}`
      await audit(tx, { ...actor, what: 'article.put', subject, before: null, after: { text } })
      return written
    })
    return `${slug} is there in ${language}.`
  } catch (error) {
    if (error instanceof ArticleError) throw new OperatorError(`${file}: ${error.message}`)
    throw error
  }
}

/** Writes an article in a language out of its parts, as a desk has them. */
export async function putArticle(
  db: Db,
  { slug, language, body, ...head }: ArticleHead & { slug: string; language: string; body: string },
  actor: Actor,
): Promise<void> {
  try {
    await change(db, async (tx) => {
      await storeArticle(tx, { slug, language }, articleOf(head, body))
      const subject = `article:${slug}.${language}`
      await audit(tx, { ...actor, what: 'article.put', subject, before: null, after: { ...head, text: body } })
    })
  } catch (error) {
    if (error instanceof ArticleError) throw new OperatorError(error.message, undefined, error)
    throw error
  }
}

async function list(db: Db): Promise<string> {
  const groups = await readGroups(db)
  const articles = await db
    .selectFrom('articles as a')
    .innerJoin('article_texts as t', 't.article_id', 'a.id')
    .select(['a.id', 'a.slug', 'a.group_id', 'a.sort'])
    .select(sql<string>`string_agg(t.language, ' ' order by t.language)`.as('languages'))
    .groupBy(['a.id', 'a.slug', 'a.group_id', 'a.sort'])
    .orderBy('a.sort')
    .orderBy('a.id')
    .execute()
  const below = (pid: number, indent: string): string[] =>
    groups
      .filter((one) => one.pid === pid)
      .flatMap((one) => [
        `${indent}${one.slug}  ${textIn(one.name, fallbackLocale)}  ${one.path ?? `/page/${one.id}`}`,
        ...articles
          .filter((article) => article.group_id === one.id)
          .map((article) => `${indent}  · ${article.slug}  ${article.languages}  /article-detail/${article.id}`),
        ...below(one.id, `${indent}  `),
      ])
  return below(0, '').join('\n')
}

/**
 * Removes an article, or its text in one language; the last text takes the article along. Resolves to whether the whole
 * article is gone.
 *
 * @throws OperatorError
 */
export async function removeArticle(
  db: Db,
  { slug, language }: { slug: string; language: string | null },
  actor: Actor,
): Promise<boolean> {
  const article = await db.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirst()
  if (!article) throw cannot('cannot.articleUnknown', { slug })
  return change(db, async (tx) => {
    const whole = language === null || (await removeText(tx, { id: article.id, slug, language }))
    if (whole) await tx.deleteFrom('articles').where('id', '=', article.id).execute()
    await audit(tx, { ...actor, what: 'article.remove', subject: `article:${slug}`, before: { language }, after: null })
    return whole
  })
}

/** Removes an article's text in a language; whether it was the last. @throws OperatorError */
async function removeText(
  tx: Tx,
  { id, slug, language }: { id: number; slug: string; language: string },
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('article_texts')
    .where('article_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw cannot('cannot.articleText', { slug, language })
  const left = await tx.selectFrom('article_texts').select('language').where('article_id', '=', id).executeTakeFirst()
  return left === undefined
}

async function remove(db: Db, [slug = '', language]: readonly string[], actor: Actor): Promise<string> {
  const whole = await removeArticle(db, { slug, language: language ?? null }, actor)
  return whole ? `${slug} is removed.` : `${slug} is no longer there in ${language}.`
}

type Group = Input<'operator.groupSet'>

/** Makes a group or a link among groups, or changes it. @throws OperatorError */
export async function setGroup(db: Db, { slug, above, sort, name, path }: Group, actor: Actor): Promise<void> {
  if (name[fallbackLocale] === undefined) throw cannot('cannot.groupName', { language: fallbackLocale })
  const groups = await readGroups(db)
  const before = groups.find((one) => one.slug === slug)
  const parent = groups.find((one) => one.slug === above)
  if (above !== null && parent?.pid !== 0) throw cannot('cannot.groupAbove', { above })
  if (before && parent && (before.id === parent.id || groups.some((one) => one.pid === before.id)))
    throw cannot('cannot.groupBelow', { slug, above: parent.slug })
  if (!before && groups.length >= ARTICLE_GROUPS_MAX) throw cannot('cannot.groupsMany', { max: ARTICLE_GROUPS_MAX })
  const row = { pid: parent?.id ?? 0, name: JSON.stringify(name), path, sort }
  await change(db, async (tx) => {
    await tx
      .insertInto('article_groups')
      .values({ slug, role: null, ...row })
      .onConflict((oc) => oc.column('slug').doUpdateSet(row))
      .execute()
    await audit(tx, { ...actor, what: 'group.put', subject: `group:${slug}`, before: before ?? null, after: row })
  })
}

/** `article group <slug> <above|-> <sort> <language=name> … [path=/order]` */
async function putGroup(
  db: Db,
  [slug = '', above = '', place, ...named]: readonly string[],
  actor: Actor,
): Promise<string> {
  if (!SLUG.test(slug)) throw cannot('cannot.groupSlug')
  const sort = wholeNumber(place, 'Its place among others', 0)
  const name: Group['name'] = {}
  let path: string | null = null
  for (const one of named) {
    const [, key = '', value = ''] = /^([a-z]+)=(.+)$/.exec(one) ?? []
    const locale = locales.find((l) => l.code === key)
    if (key === 'path' && isSafeLink(value)) path = value
    else if (locale && value.length <= NAME_MAX && !/\p{Cc}/u.test(value)) name[locale.code] = value
    else throw new OperatorError(`“${one}” is neither a language and a name, nor path= and where it leads.`)
  }
  await setGroup(db, { slug, above: above === '-' ? null : above, sort, name, path }, actor)
  return `The group ${slug} is there.`
}

/** Removes an empty group. @throws OperatorError */
export async function removeGroup(db: Db, slug: string, actor: Actor): Promise<void> {
  const groups = await readGroups(db)
  const before = groups.find((one) => one.slug === slug)
  if (!before) throw cannot('cannot.groupUnknown', { slug })
  const held = await db.selectFrom('articles').select('id').where('group_id', '=', before.id).executeTakeFirst()
  if (held || groups.some((one) => one.pid === before.id)) throw cannot('cannot.groupHeld', { slug })
  await change(db, async (tx) => {
    await tx.deleteFrom('article_groups').where('id', '=', before.id).execute()
    await audit(tx, { ...actor, what: 'group.remove', subject: `group:${slug}`, before, after: null })
  })
}

async function ungroup(db: Db, [slug = '']: readonly string[], actor: Actor): Promise<string> {
  await removeGroup(db, slug, actor)
  return `The group ${slug} is removed.`
}
