import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { textIn } from '#contract/text/locales.ts'
import type { ArticleRow } from '#localdb/queries/articles.ts'
import { links } from '../../links/links.ts'
import { useSettings } from '../../data/use-settings.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ArticleBody } from './article-body.tsx'
import styles from './articles.module.css'
import { groupIdsIn } from './article-view.ts'
import { ImprintSection } from './imprint.tsx'
import { NotHere } from './not-here.tsx'
import { useArticleLanguage, useArticles } from './use-articles.ts'

/**
 * The articles of groups, as the footer leads to them: one stands in full, of several there is a list. Who runs the
 * market stands below what it writes about itself.
 */
export function PageScreen() {
  const language = useArticleLanguage()
  const ids = groupIdsIn(useParams<{ ids: string }>().ids)
  const { found, wanted } = useArticles(ids)
  const site = useSettings()
  const imprint = site?.about && ids.includes(site.about) ? site.imprint : undefined
  const gone = wanted.failure?.kind === 'refused'
  const articles = found && !gone ? found.articles : []
  const [only] = articles
  const group = found?.groups[0]
  const title = articles.length === 1 ? only!.title : !gone && group ? textIn(group.name, language) : undefined
  return (
    <Screen width="narrow" title={title}>
      {only === undefined ? (
        !(imprint && wanted.state === 'fresh') && <NotHere wanted={wanted} />
      ) : articles.length === 1 ? (
        <Single article={only} />
      ) : (
        <List {...(title !== undefined && { label: title })}>
          {articles.map((article) => (
            <ListRow
              key={article.id}
              title={<span dir="auto">{article.title}</span>}
              text={<span dir="auto">{article.summary}</span>}
              href={links.article(article.id)}
            />
          ))}
        </List>
      )}
      {imprint && <ImprintSection imprint={imprint} />}
    </Screen>
  )
}

function Single({ article }: { article: ArticleRow }) {
  const { t } = useTranslation()
  return (
    <article className={styles.article}>
      {article.summary && <p className={styles.lead}>{article.summary}</p>}
      <ArticleBody article={article} level={2} />
      <p className={styles.end}>
        <span>
          {t('articles.changed')} <RelativeTime at={article.updated} />
        </span>
      </p>
    </article>
  )
}
