import Package from 'lucide-react/icons/package'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { orderStates } from '#contract/orders/states.ts'
import { links } from '../../links/links.ts'
import { useOwnHome } from '../../data/use-own-home.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import styles from './home.module.css'

/** The number of orders shown; the others are one tap away. */
const ORDERS = 3

/** A person's orders under way and the cart that waits; `instead` where there is neither. */
export function OwnOrders({ instead }: { instead: ReactNode }) {
  const { t } = useTranslation()
  const own = useOwnHome()
  if (!own || own.underWay.length + own.cartLines === 0) return instead
  return (
    <ul className={styles.way} aria-label={t('home.own.way')}>
      {own.underWay.slice(0, ORDERS).map(({ id, state, shopName, picture }) => (
        <li key={id}>
          <a href={links.order(id)} className={styles.step}>
            <PictureView
              className={styles.thumb}
              sources={pictureSources(picture)}
              alt=""
              tint={picture?.tint}
              sizes="40px"
              fallback={<Package />}
            />
            <span className={styles.stepName}>{t(`orders.state.${knownOr(orderStates, state, 'newer')}`)}</span>
            <bdi className={styles.soft}>{shopName}</bdi>
          </a>
        </li>
      ))}
      {own.cartLines > 0 && (
        <li>
          <a href={links.cart} className={styles.step}>
            <span className={styles.thumb} aria-hidden="true">
              <ShoppingCart />
            </span>
            <span className={styles.stepName}>{t('tabs.cart')}</span>
            <span className={styles.soft}>{t('home.own.lines', { count: own.cartLines })}</span>
          </a>
        </li>
      )}
    </ul>
  )
}
