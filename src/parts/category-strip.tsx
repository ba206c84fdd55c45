import LayoutGrid from 'lucide-react/icons/layout-grid'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import type { Category } from '#contract/schema/catalogue.ts'
import { links } from '../app/links.ts'
import { cx } from '../ui/cx.ts'
import { Picture } from '../ui/picture.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './category-strip.module.css'
import { pictureSources } from './picture-sources.ts'

/** The root categories side by side, each with its picture; scrolls sideways, or with `wrap` shows them all. */
export const CategoryStrip = memo(function CategoryStrip({
  roots,
  wrap = false,
}: {
  roots: readonly Category[] | undefined
  wrap?: boolean
}) {
  const { t, i18n } = useTranslation()
  if (!roots || roots.length === 0) {
    return (
      <div className={cx(styles.strip, wrap && styles.wrap)} aria-hidden="true">
        {Array.from({ length: 6 }, (_, n) => (
          <span key={n} className={styles.category}>
            <Skeleton width="3.5rem" height="3.5rem" round />
            <Skeleton width="3.5rem" height="0.75rem" />
          </span>
        ))}
      </div>
    )
  }
  return (
    <nav aria-label={t('home.categories')} className={cx(styles.strip, wrap && styles.wrap)}>
      {roots.map((c) => (
        <a key={c.id} href={links.category(c.id)} className={styles.category}>
          <Picture
            className={styles.disc}
            sources={c.picture ? pictureSources({ src: c.picture }) : []}
            alt=""
            sizes="56px"
            fallback={<LayoutGrid />}
          />
          <span className={styles.categoryName}>{textIn(c.name, i18n.language)}</span>
        </a>
      ))}
    </nav>
  )
})
