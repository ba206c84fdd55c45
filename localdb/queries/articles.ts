import type { Readers } from '../read.ts'
import { articleKey, type ArticleRow, type GroupRow } from '../rows/site.ts'

export type { ArticleRow, GroupRow }

/** Some groups with those below them, and their articles as far as they are on this device. */
interface ArticlesHere {
  groups: GroupRow[]
  articles: ArticleRow[]
}

/** The articles of groups in a language; one that is not here in that language in whichever it is. */
export async function articlesOf(
  { catalogue }: Readers,
  ids: readonly number[],
  language: string,
): Promise<ArticlesHere> {
  const groups: GroupRow[] = []
  const named = (await catalogue.articleGroups.bulkGet([...ids])).filter((group) => group !== undefined)
  for (const group of named) await addGroup(catalogue, group, groups)
  const place = new Map(groups.map((group, n) => [group.id, n]))
  const rows = await catalogue.articles
    .where('groupId')
    .anyOf([...place.keys()])
    .toArray()
  const articles = bestOf(rows, language)
  return {
    groups,
    articles: articles.sort((a, b) => place.get(a.groupId)! - place.get(b.groupId)! || a.sort - b.sort || a.id - b.id),
  }
}

/** Adds a group and all below it, each once. */
async function addGroup(catalogue: Readers['catalogue'], group: GroupRow, to: GroupRow[]): Promise<void> {
  if (to.some((known) => known.id === group.id)) return
  to.push(group)
  const below = await catalogue.articleGroups.where('pid').equals(group.id).toArray()
  for (const child of below.sort((a, b) => a.sort - b.sort || a.id - b.id)) await addGroup(catalogue, child, to)
}

/** Of each article the row in the language, else any. */
function bestOf(rows: readonly ArticleRow[], language: string): ArticleRow[] {
  const best = new Map<number, ArticleRow>()
  for (const row of rows) if (!best.has(row.id) || row.language === language) best.set(row.id, row)
  return [...best.values()]
}

/** One article in a language, else in whichever it is here, with its group. */
export async function articleHere(
  { catalogue }: Readers,
  id: number,
  languages: readonly string[],
): Promise<{ article: ArticleRow; group: GroupRow | undefined } | undefined> {
  const rows = await catalogue.articles.bulkGet(languages.map((language) => articleKey(language, id)))
  const article = rows.find((row) => row !== undefined)
  return article && { article, group: await catalogue.articleGroups.get(article.groupId) }
}
