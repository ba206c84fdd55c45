import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { declared, OWN_COLOR, shadesOf } from '#contract/appearance/shades.ts'
import styles from './appearance.module.css'

interface PreviewProps {
  name: string
  about: string | undefined
  /** #rrggbb; null: the app's own. */
  color: string | null
  /** The address of the logo. */
  shown: string
}

/** How the market would look in both themes. */
export function AppearancePreview({ name, about, color, shown }: PreviewProps) {
  const { t } = useTranslation()
  const shades = shadesOf(color ?? OWN_COLOR)
  return (
    <div className={styles.previews} role="group" aria-label={t('siteDesk.preview')}>
      {(['light', 'dark'] as const).map((theme) => (
        <figure
          key={theme}
          className={styles.preview}
          data-theme={theme}
          style={declared(shades[theme]) as CSSProperties}
        >
          <figcaption className={styles.theme}>
            {theme === 'light' ? t('siteDesk.light') : t('siteDesk.dark')}
          </figcaption>
          <div aria-hidden="true" className={styles.sample}>
            <p className={styles.head}>
              <img src={shown} alt="" className={styles.logoSmall} />
              <bdi>{name}</bdi>
            </p>
            {about && <p dir="auto">{about}</p>}
            <p className={styles.acts}>
              <span className={styles.button}>{t('goods.addToCart')}</span>
              <span className={styles.link}>{t('titles.collect')}</span>
              <span className={styles.chip}>{t('tabs.home')}</span>
            </p>
          </div>
        </figure>
      ))}
    </div>
  )
}
