import ChevronUp from 'lucide-react/icons/chevron-up'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import { memo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { Category } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { cx } from '../../ui/cx.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './category-strip.module.css'
import { pictureSources } from '../pictures/picture-sources.ts'

/** The numbers of categories that, with the way to all of them, fill two rows on a phone, and one row on a desk. */
const [NARROW, WIDE] = [7, 11]

/**
 * The root categories, each with its picture: two rows and the way to all of them, or with `wrap` all at once. One stop
 * of the keyboard; arrow keys move within it.
 */
export const CategoryStrip = memo(function CategoryStrip({
  roots,
  wrap = false,
}: {
  roots: readonly Category[] | undefined
  wrap?: boolean
}) {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(wrap)
  if (!roots || roots.length === 0) {
    return (
      <div className={styles.strip} aria-hidden="true">
        {Array.from({ length: NARROW + 1 }, (_, n) => (
          <span key={n} className={styles.category}>
            <Skeleton width="3.5rem" height="3.5rem" round />
            <Skeleton width="3.5rem" height="2rem" />
          </span>
        ))}
      </div>
    )
  }
  const more = !wrap && roots.length > NARROW + 1
  return (
    // The keys move the focus between the links, which are operated as links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav aria-label={t('home.categories')} className={styles.strip} onKeyDown={moveFocus}>
      {(all || !more ? roots : roots.slice(0, WIDE)).map((c, n) => (
        <a
          key={c.id}
          href={links.category(c.id)}
          tabIndex={n > 0 ? -1 : undefined}
          className={cx(styles.category, more && !all && n >= NARROW && styles.wide)}
        >
          <PictureView
            className={styles.disc}
            sources={c.picture ? pictureSources({ src: c.picture }) : []}
            alt=""
            sizes="56px"
            fallback={<LayoutGrid />}
          />
          <span className={styles.categoryName}>{textIn(c.name, i18n.language)}</span>
        </a>
      ))}
      {more && (
        <button type="button" aria-expanded={all} className={styles.category} onClick={() => setAll(!all)}>
          <span className={cx(styles.disc, styles.more)}>{all ? <ChevronUp /> : <LayoutGrid />}</span>
          <span className={styles.categoryName}>{t(all ? 'home.fewer' : 'home.allCategories')}</span>
        </button>
      )}
    </nav>
  )
})

/** Moves the focus to the neighbour on the arrow's side, or to either end. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')].filter((item) => item.offsetParent)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? items.length - 1
        : /^Arrow(Left|Right)$/.test(event.key)
          ? at + (event.key === forward ? 1 : -1)
          : undefined
  if (to === undefined || !items[to]) return
  event.preventDefault()
  items[to].focus()
}
