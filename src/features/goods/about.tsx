import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { productCode } from '#contract/catalogue/product-code.ts'
import type { ProductDetail } from '#contract/catalogue/schema.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { Card, Section } from '../../ui/blocks/card.tsx'
import styles from './goods.module.css'
import { Reviews } from './reviews.tsx'

/** Description, specifications and reviews of a product, and the meaning of its figures. */
export function About({ detail }: { detail: ProductDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const description = textIn(detail.description, format.locale)
  const rows = [
    ...(detail.product.choices === 0 ? [{ name: t('goods.code'), value: productCode(detail.id) }] : []),
    ...(detail.brand ? [{ name: t('goods.brand'), value: detail.brand }] : []),
    ...detail.attributes,
  ]
  return (
    <>
      {description && (
        <Card className={styles.headed}>
          <Section title={t('goods.description')}>
            <p className={styles.text} dir="auto">
              {description}
            </p>
          </Section>
        </Card>
      )}
      {rows.length > 0 && (
        <Card className={styles.headed}>
          <Section title={t('goods.attributes')}>
            <dl className={styles.attributes}>
              {rows.map((row, n) => (
                <div key={`${n} ${row.name}`}>
                  <dt>
                    <bdi>{row.name}</bdi>
                  </dt>
                  <dd>
                    <bdi>{row.value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        </Card>
      )}
      <Card className={styles.headed}>
        <Section
          title={t('goods.reviews')}
          end={
            detail.positiveRate !== null && (
              <Badge tone="good">{t('goods.positiveRate', { rate: format.percent(detail.positiveRate / 100) })}</Badge>
            )
          }
        >
          <Reviews detail={detail} />
        </Section>
      </Card>
      <details className={styles.figures}>
        <summary>{t('goods.figures')}</summary>
        <p>{t('goods.figuresText')}</p>
      </details>
    </>
  )
}
