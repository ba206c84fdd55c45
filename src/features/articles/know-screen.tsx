import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Store from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import type { ArticleRow } from '#localdb/queries/articles.ts'
import { links } from '../../links/links.ts'
import { useSettings } from '../../data/use-settings.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { ChipLink, ChipRow } from '../../ui/controls/chip.tsx'
import { ArticleBody } from './article-body.tsx'
import styles from './articles.module.css'
import { readerIn, readers } from './article-view.ts'
import { NotHere } from './not-here.tsx'
import { useArticles } from './use-articles.ts'

const icons = { buyers: <ShoppingBag />, sellers: <Store /> }

/** The guide: chapter by chapter, for buyers or for sellers. */
export function KnowScreen() {
  const { t } = useTranslation()
  const reader = readerIn(useSearch())
  const site = useSettings()
  const group = site?.[reader]
  const { found, wanted } = useArticles(group ? [group] : [])
  const chapters = found?.articles ?? []
  return (
    <Screen width="narrow">
      <ChipRow label={t('articles.forWhom')}>
        {readers.map((one) => (
          <ChipLink key={one} href={links.know(one)} current={one === reader} icon={icons[one]}>
            {t(`articles.${one}`)}
          </ChipLink>
        ))}
      </ChipRow>
      {chapters.length === 0 ? (
        <NotHere wanted={site && !group ? { ...wanted, state: 'fresh' } : wanted} />
      ) : (
        <Chapters chapters={chapters} />
      )}
      <p className={styles.onward}>
        <ButtonLink kind="secondary" href={links.faqs}>
          {t('articles.toFaqs')}
        </ButtonLink>
      </p>
    </Screen>
  )
}

function Chapters({ chapters }: { chapters: readonly ArticleRow[] }) {
  const { t } = useTranslation()
  return (
    <>
      <nav aria-label={t('articles.contents')} className={styles.contents}>
        <ol>
          {chapters.map((chapter) => (
            <li key={chapter.id}>
              <a href={`#chapter-${chapter.id}`} dir="auto">
                {chapter.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {chapters.map((chapter) => (
        <section key={chapter.id} id={`chapter-${chapter.id}`} className={styles.chapter} aria-label={chapter.title}>
          <h2 dir="auto">{chapter.title}</h2>
          {chapter.summary && <p className={styles.lead}>{chapter.summary}</p>}
          <ArticleBody article={chapter} level={3} />
        </section>
      ))}
    </>
  )
}
