import { memo, useId } from 'react'
import { ladderPrice } from '#contract/prices/ladder.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { pictureSources } from '../pictures/picture-sources.ts'
import { MoneyText } from '../money/price.tsx'
import styles from './product-tile.module.css'
import { productTitle } from '#contract/catalogue/product-title.ts'
import { touch } from './touched.ts'
import { useFormat } from '../format/use-format.ts'

/**
 * A product that one knows already, small: its picture, price and title. `before` is what it cost when one last saw
 * it.
 */
export const ProductTile = memo(function ProductTile({ product, before }: { product: Product; before?: number }) {
  const { locale } = useFormat()
  const id = useId()
  const title = productTitle(product, locale)
  const price = ladderPrice(product.ladder, product.minimum)
  return (
    <article className={styles.tile}>
      <PictureView
        className={styles.picture}
        sources={pictureSources(product.picture)}
        alt=""
        tint={product.picture?.tint}
        sizes="120px"
        fallback={<PictureName title={title} brand={product.brand} />}
      />
      <a
        href={links.goods(product.id)}
        className={styles.title}
        dir="auto"
        aria-describedby={`${id}-price`}
        onClick={(event) => touch(product, event.currentTarget)}
      >
        {title}
      </a>
      <span id={`${id}-price`} className={styles.price}>
        <span className={before === undefined ? undefined : styles.less}>
          <MoneyText amount={price} currency={product.currency} />
        </span>
        {before !== undefined && (
          <s>
            <MoneyText amount={before} currency={product.currency} />
          </s>
        )}
      </span>
    </article>
  )
})

/** Tiles side by side, all of one height; they scroll sideways. */
export const TileRow = ({ label, products }: { label: string; products: readonly (Product | Lower)[] }) => (
  <ul className={styles.row} aria-label={label}>
    {products.map((one) => {
      const { product, before } = 'product' in one ? one : { product: one, before: undefined }
      return (
        <li key={product.id}>
          <ProductTile product={product} {...(before !== undefined && { before })} />
        </li>
      )
    })}
  </ul>
)

/** A product, and what it cost before. */
interface Lower {
  product: Product
  before: number
}
