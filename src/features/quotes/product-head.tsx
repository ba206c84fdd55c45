import { textIn } from '#contract/text/locales.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import styles from './quotes.module.css'

interface ProductHeadProps {
  product: Pick<Product, 'id' | 'title' | 'picture'>
  shopId: number
  shop: string
}

/** The product whose price is asked for, and its store. */
export function ProductHead({ product: { id, title, picture }, shopId, shop }: ProductHeadProps) {
  const { locale } = useFormat()
  return (
    <div className={styles.head}>
      <a href={links.goods(id)} className={styles.thumb} tabIndex={-1} aria-hidden="true">
        <PictureView sources={pictureSources(picture)} alt="" tint={picture?.tint} sizes="56px" />
      </a>
      <div className={styles.words}>
        <a href={links.goods(id)} className={styles.title} dir="auto">
          {textIn(title, locale)}
        </a>
        <a href={links.store(shopId)} className={styles.shop}>
          <bdi>{shop}</bdi>
        </a>
      </div>
    </div>
  )
}
