import type { Article, ArticleGroup } from '#contract/articles/schema.ts'
import type { Site } from '#contract/site/schema.ts'

/** The website settings, and when they were fetched (Unix ms). */
export interface SiteRow extends Site {
  key: 'site'
  at: number
}

/** An article as it was asked for in a language, which its key names: `<language>/<id>`. */
export interface ArticleRow extends Article {
  key: string
  language: string
  at: number
}

/** A group of articles. */
export interface GroupRow extends ArticleGroup {
  at: number
}

export const articleKey = (language: string, id: number): string => `${language}/${id}`

export const siteRow = (out: Site, at: number): SiteRow => ({ ...out, key: 'site', at })

export const groupRows = (groups: readonly ArticleGroup[], at: number): GroupRow[] =>
  groups.map((group) => ({ ...group, at }))

export const articleRows = (articles: readonly Article[], language: string, at: number): ArticleRow[] =>
  articles.map((article) => ({ ...article, key: articleKey(language, article.id), language, at }))
