import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { HindranceText } from '../../../parts/cart/hindrance-text.tsx'
import type { ReckonedLine } from '../../../parts/cart/reckon-cart.ts'
import { useLineTitle } from '../../../parts/orders/use-line-title.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from './checkout.module.css'

/** The ticked lines that cannot be ordered now, in one row at the end; opened it says why. */
export function CheckoutLeft({ lines }: { lines: readonly ReckonedLine[] }) {
  const { t } = useTranslation()
  const titleOf = useLineTitle()
  return (
    <Card flush>
      <details className={styles.left}>
        <summary>{t('checkout.left', { count: lines.length })}</summary>
        <ul className={styles.lines}>
          {lines.map((line) => {
            const named = line.product ?? line.ordered
            return (
              <li key={line.key} className={styles.words}>
                <span className={styles.title} dir="auto">
                  {named ? titleOf(named) : <Skeleton width="8rem" />}
                </span>
                <span className={styles.why}>
                  <HindranceText hindrance={line.hindrance!} multiple={line.product?.multiple} />
                </span>
              </li>
            )
          })}
        </ul>
        <ButtonLink kind="secondary" small href={links.cart}>
          {t('checkout.toCart')}
        </ButtonLink>
      </details>
    </Card>
  )
}
