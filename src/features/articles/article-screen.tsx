import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { locales, textIn } from '#contract/text/locales.ts'
import { articleHere } from '#localdb/queries/articles.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ArticleBody } from './article-body.tsx'
import styles from './articles.module.css'
import { groupIdsIn } from './article-view.ts'
import { NotHere } from './not-here.tsx'
import { useArticleLanguage } from './use-articles.ts'

/** One article, with the way to the others of its group. */
export function ArticleScreen() {
  const { t } = useTranslation()
  const language = useArticleLanguage()
  const [id = 0] = groupIdsIn(useParams<{ id: string }>().id)
  const others = locales.map(({ code }) => code).filter((code) => code !== language)
  const found = useLive(async (db) => articleHere(db, id, [language, ...others]), [id, language])
  const wanted = useWant('article.detail', { article_id: String(id), language })
  const gone = wanted.failure?.kind === 'refused'
  if (!found || gone)
    return (
      <Screen width="narrow">
        <NotHere wanted={wanted} />
      </Screen>
    )
  const { article, group } = found
  return (
    <Screen width="narrow" title={article.title}>
      <article className={styles.article}>
        {article.summary && <p className={styles.lead}>{article.summary}</p>}
        <ArticleBody article={article} level={2} />
        <p className={styles.end}>
          <span>
            {t('articles.changed')} <RelativeTime at={article.updated} />
          </span>
          {group && (
            <a href={links.page([group.id])} className={styles.more}>
              {t('articles.moreOf', { group: textIn(group.name, language) })}
            </a>
          )}
        </p>
      </article>
    </Screen>
  )
}
