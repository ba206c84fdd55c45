import Search from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { useSettings } from '../../data/use-settings.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { ArticleBody, articleWords } from './article-body.tsx'
import styles from './articles.module.css'
import { holds } from './article-view.ts'
import { NotHere } from './not-here.tsx'
import { useArticles } from './use-articles.ts'

/** Questions that are often asked, searched on this device. */
export function FaqsScreen() {
  const { t } = useTranslation()
  const site = useSettings()
  const { found, wanted } = useArticles(site?.faqs ? [site.faqs] : [])
  const [text, setText] = useState('')
  const questions = found?.articles ?? []
  const hits = questions.filter((question) => holds(articleWords(question), text))
  if (questions.length === 0)
    return (
      <Screen width="narrow">
        <NotHere faqs wanted={site && !site.faqs ? { ...wanted, state: 'fresh' } : wanted} />
      </Screen>
    )
  return (
    <Screen width="narrow">
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <Field
          label={t('articles.find')}
          type="search"
          enterKeyHint="search"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          end={<Search aria-hidden="true" className={styles.glass} />}
        />
      </form>
      <p role="status" className="visually-hidden">
        {text && t('articles.hits', { count: hits.length })}
      </p>
      {hits.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={t('articles.noHits')}
          text={t('articles.noHitsHint')}
          action={
            <Button kind="secondary" onClick={() => setText('')}>
              {t('articles.showAll')}
            </Button>
          }
        />
      ) : (
        <ul className={styles.questions}>
          {hits.map((question) => (
            <li key={question.id}>
              <details className={styles.question}>
                <summary dir="auto">{question.title}</summary>
                <ArticleBody article={question} level={2} />
              </details>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.onward}>
        <ButtonLink kind="secondary" href={links.know()}>
          {t('articles.toGuide')}
        </ButtonLink>
      </p>
    </Screen>
  )
}
