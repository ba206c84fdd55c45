import { useTranslation } from 'react-i18next'
import { useMarketName } from '../../data/texts/market-name.ts'
import { SearchLink } from '../../parts/screen/search-link.tsx'
import { links } from '../../links/links.ts'
import { BrandMark } from './brand.tsx'
import styles from './frame.module.css'

/**
 * The bar at the top of a desk, above every screen: the mark, which leads home, and the ways to the search and the
 * quick order.
 */
export function DeskBar() {
  const { t } = useTranslation()
  const market = useMarketName()
  return (
    <div className={styles.desk}>
      <a href={links.home} className={styles.brand}>
        <BrandMark />
        <bdi>{market}</bdi>
      </a>
      <SearchLink />
      <a href={links.pad} className={styles.quick}>
        {t('app.quickOrder')}
      </a>
    </div>
  )
}
