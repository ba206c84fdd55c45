import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn, type Texts } from '#contract/text/locales.ts'
import { isLow, isSoldOut } from '#contract/catalogue/low-stock.ts'
import { cx } from '../../ui/cx.ts'
import { intl } from '../../ui/intl.ts'
import { useNow } from '../../ui/time.tsx'
import styles from './line-sheet.module.css'
import { useFormat } from '../format/use-format.ts'

/** A product of a line sheet. Amounts are minor units of its currency. */
export interface SheetProduct {
  key: string | number
  /** Where it leads; on its store's own paper nowhere. */
  href?: string
  picture: ReactNode
  title: Texts
  /** By what it is ordered. */
  codes: readonly string[]
  facts: readonly { name: string; value: string }[]
  choices: number
  currency: string
  ladder: readonly { from: number; price: number }[]
  minimum: number
  multiple: number
  lead: number
  stock: number
}

interface LineSheetProps {
  title: string
  store: string
  /** Where the store's name leads; on its own paper nowhere. */
  storeHref?: string
  /** Until when it holds (Unix ms). */
  until: number | null
  products: readonly SheetProduct[]
  money(amount: number, currency: string): string
}

const dayOf = (at: number, locale: string): string => intl('date', locale, { dateStyle: 'long' }).format(at)

/** Products of a store as a page for buyers: on a screen cards or a table, on paper a table. */
export function LineSheet({ title, store, storeHref, until, products, money }: LineSheetProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const now = useNow()
  return (
    <article className={styles.paper} data-theme="light" aria-label={title}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>
            <bdi>{title}</bdi>
          </h2>
          <p className={styles.store}>
            <bdi>{storeHref === undefined ? store : <a href={storeHref}>{store}</a>}</bdi>
          </p>
        </div>
        <div className={styles.soft}>
          <p>{now !== undefined && t('lineSheet.date', { time: dayOf(now, locale) })}</p>
          {until !== null && <p>{t('lineSheet.validUntil', { time: dayOf(until, locale) })}</p>}
        </div>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('lineSheet.picture')}</span>
            </th>
            <th scope="col">{t('lineSheet.product')}</th>
            <th scope="col">{t('lineSheet.prices')}</th>
            <th scope="col">{t('lineSheet.order')}</th>
            <th scope="col">{t('lineSheet.stock')}</th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <Row key={product.key} product={product} money={money} />
          ))}
        </tbody>
      </table>
      <footer className={cx(styles.foot, styles.soft)}>
        <span>{t('lineSheet.today')}</span>
        <bdi dir="ltr">{location.host}</bdi>
      </footer>
    </article>
  )
}

function Row({ product, money }: { product: SheetProduct } & Pick<LineSheetProps, 'money'>) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const { href, picture, title, codes, facts, choices, currency, ladder, minimum, multiple, lead } = product
  // Steps that end below the minimum can never be reached.
  const steps = ladder.filter((_, n) => (ladder[n + 1]?.from ?? Infinity) > minimum)
  const name = textIn(title, locale)
  return (
    <tr>
      <td className={styles.picture}>{picture}</td>
      <td className={styles.product}>
        <span className={styles.name}>
          <bdi>{href === undefined ? name : <a href={href}>{name}</a>}</bdi>
        </span>
        {codes.length > 0 && (
          <span className={styles.soft}>
            <bdi dir="ltr">{codes.join(' · ')}</bdi>
          </span>
        )}
        {facts.map((fact) => (
          <span key={fact.name} className={styles.soft}>
            <bdi>{t('lineSheet.fact', { ...fact })}</bdi>
          </span>
        ))}
        {choices > 0 && (
          <span className={styles.soft}>{t('lineSheet.choices', { count: choices, n: number(choices) })}</span>
        )}
      </td>
      <td className={styles.prices}>
        {steps.map(({ from, price }) => (
          <span key={from}>
            {t('lineSheet.step', { from: number(Math.max(from, minimum)), price: money(price, currency) })}
          </span>
        ))}
      </td>
      <td className={styles.order}>
        <span>{t('lineSheet.minimum', { n: number(minimum) })}</span>
        {multiple > 1 && <span>{t('lineSheet.multiple', { n: number(multiple) })}</span>}
        <span>{t('lineSheet.leaves', { count: lead, n: number(lead) })}</span>
      </td>
      <td className={styles.stock}>
        <Stock product={product} />
      </td>
    </tr>
  )
}

function Stock({ product }: { product: SheetProduct }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const shelf = { ...product, state: 'listed' }
  if (isSoldOut(shelf)) return <strong className={styles.out}>{t('lineSheet.soldOut')}</strong>
  return isLow(shelf) ? t('lineSheet.few', { n: number(product.stock) }) : t('lineSheet.inStock')
}
