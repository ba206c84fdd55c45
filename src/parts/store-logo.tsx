import type { Store } from '#contract/schema/catalogue.ts'
import { Picture } from '../ui/picture.tsx'
import { pictureSources } from './picture-sources.ts'
import styles from './store-logo.module.css'

/** A store's logo; the first letter of its name stands in for one. */
export function StoreLogo({ store, size = 52 }: { store: Pick<Store, 'name' | 'logo'>; size?: number }) {
  return (
    <span className={styles.logo} style={{ inlineSize: `${size / 16}rem` }}>
      <Picture
        sources={pictureSources(store.logo)}
        alt=""
        tint={store.logo?.tint}
        sizes={`${size}px`}
        fallback={<span className={styles.initial}>{[...store.name][0]}</span>}
      />
    </span>
  )
}
