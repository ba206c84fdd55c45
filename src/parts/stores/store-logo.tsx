import type { Store } from '#contract/catalogue/schema.ts'
import { cx } from '../../ui/cx.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { pictureSources } from '../pictures/picture-sources.ts'
import styles from './store-logo.module.css'

/** Its widths (px at a root font of 16 px). */
const widths = { s: 48, m: 52, l: 64 } as const

/** A store's logo; the first letter of its name stands in for one. */
export function StoreLogo({ store, size = 'm' }: { store: Pick<Store, 'name' | 'logo'>; size?: keyof typeof widths }) {
  return (
    <span className={cx(styles.logo, styles[size])}>
      <PictureView
        sources={pictureSources(store.logo)}
        alt=""
        tint={store.logo?.tint}
        sizes={`${widths[size]}px`}
        fallback={<span className={styles.initial}>{[...store.name][0]}</span>}
      />
    </span>
  )
}
