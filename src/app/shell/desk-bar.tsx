import { SearchLink } from '../../parts/search-link.tsx'
import { links } from '../links.ts'
import { BrandMark } from './brand.tsx'
import styles from './frame.module.css'

/** The bar at the top of a desk, above every screen: the mark, which leads home, and the way to the search. */
export const DeskBar = () => (
  <div className={styles.desk}>
    <a href={links.home} className={styles.brand}>
      <BrandMark />
      Caravan
    </a>
    <SearchLink />
  </div>
)
