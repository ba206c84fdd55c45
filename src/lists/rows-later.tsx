import Package from 'lucide-react/icons/package'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { links } from '../links/links.ts'
import { useAreaOpen } from '../parts/addresses/own-area-known.ts'
import { productTitle } from '#contract/catalogue/product-title.ts'
import { piecePrice, productTraits } from '#contract/catalogue/product-traits.ts'
import { pictureSources } from '../parts/pictures/picture-sources.ts'
import { MoneyText, PriceRange } from '../parts/money/price.tsx'
import { touch } from '../parts/catalogue/touched.ts'
import { useFormat } from '../parts/format/use-format.ts'
import { whyNotTexts } from '../parts/catalogue/why-not-texts.ts'
import { PictureView, type PicturePriority } from '../ui/blocks/picture.tsx'
import styles from './product-row.module.css'

/** A product in a dense list: a small picture, its title, and its unit price where prices can be compared. */
export const ProductRow = memo(function ProductRow({
  product,
  priority,
}: {
  product: Product
  priority?: PicturePriority | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const title = productTitle(product, format.locale)
  const piece = piecePrice(product)
  const facts = [t('product.minimum', { n: format.number(product.minimum) }), ...productTraits(product, title)]
  const whyNot = whyNotOrderable(product, { areaOpen: useAreaOpen() })
  return (
    <article className={styles.row}>
      <span className={styles.picture}>
        <PictureView
          sources={pictureSources(product.picture)}
          alt=""
          tint={product.picture?.tint}
          sizes="52px"
          priority={priority}
          fallback={<Package />}
        />
      </span>
      <div className={styles.words}>
        <a
          href={links.goods(product.id)}
          className={styles.link}
          aria-describedby={`${id}-facts`}
          onClick={(event) => touch(product, event.currentTarget)}
        >
          <span className={styles.title} dir="auto">
            {title}
          </span>
        </a>
        <div id={`${id}-facts`} className={styles.facts}>
          <span className={styles.figures}>
            {whyNot ? (
              <span className={styles.why}>{t(whyNotTexts[whyNot.reason], { ...whyNot.params })}</span>
            ) : (
              <>
                {piece !== undefined && (
                  <>
                    <MoneyText amount={piece} currency={product.currency} /> {t('goods.each')}
                    {' · '}
                  </>
                )}
                {facts.join(' · ')}
              </>
            )}
          </span>
          <span className={styles.price}>
            <PriceRange product={product} />
          </span>
        </div>
      </div>
    </article>
  )
})
