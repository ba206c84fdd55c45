import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { Category } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import styles from './category.module.css'

/** The path from all products to this category. */
export function Breadcrumbs({ above, name }: { above: readonly Category[]; name: string }) {
  const { t, i18n } = useTranslation()
  return (
    <nav aria-label={t('category.path')}>
      <ol className={styles.path}>
        <li>
          <a href={links.products()}>{t('category.root')}</a>
          <ChevronRight className="mirrors" />
        </li>
        {above.map((c) => (
          <li key={c.id}>
            <a href={links.category(c.id)}>{textIn(c.name, i18n.language)}</a>
            <ChevronRight className="mirrors" />
          </li>
        ))}
        <li aria-current="page">{name}</li>
      </ol>
    </nav>
  )
}
