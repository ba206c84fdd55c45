import type { LocaleCode } from '#contract/text/locales.ts'
import { locales } from '#contract/text/locales.ts'
import type { ArticleRow } from '#localdb/queries/articles.ts'
import { blockText, WrittenBlocks } from '../../parts/articles/written-text.tsx'
import styles from './articles.module.css'

/** The text of an article, in its own language and direction. `level`: of its headings. */
export function ArticleBody({ article, level }: { article: ArticleRow; level: 2 | 3 }) {
  const locale = locales.find((known) => known.code === (article.spoken as LocaleCode))
  return (
    <div className={styles.body} lang={article.spoken} dir={locale?.dir ?? 'auto'}>
      <WrittenBlocks blocks={article.blocks} level={level} />
    </div>
  )
}

/** All words of an article, for a search within it. */
export const articleWords = ({ title, summary, blocks }: ArticleRow): string =>
  [title, summary, ...blocks.map(blockText)].join(' ')
