import type { LocaleCode } from '#contract/text/locales.ts'
import { articlesOf, type ArticleRow, type GroupRow } from '#localdb/queries/articles.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant, type WantedDetails } from '../../data/use-want.ts'
import { useFormat } from '../../parts/format/use-format.ts'

/** The language in which articles are asked for. */
export const useArticleLanguage = (): LocaleCode => useFormat().locale as LocaleCode

/**
 * Some groups with their articles, in the person's language; undefined until the device has answered. Without ids
 * nothing is asked for.
 */
export function useArticles(ids: readonly number[]): {
  found: { groups: GroupRow[]; articles: ArticleRow[] } | undefined
  wanted: WantedDetails
} {
  const language = useArticleLanguage()
  const named = ids.join(',')
  const found = useLive(
    async (db) => ({ of: `${named} ${language}`, ...(await articlesOf(db, ids, language)) }),
    [named, language],
  )
  const wanted = useWant('article.category', { ids: named || '0', language }, ids.length > 0)
  return { found: found?.of === `${named} ${language}` ? found : undefined, wanted }
}
