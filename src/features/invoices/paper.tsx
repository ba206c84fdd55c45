import { useTranslation } from 'react-i18next'
import type { AddressField } from '#contract/addresses/fields.ts'
import { noteKey, readNotes } from '#contract/orders/line-notes.ts'
import { storeById } from '#localdb/queries/stores/store.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useMarketName } from '../../data/texts/market-name.ts'
import { useLive } from '../../data/use-live.ts'
import { useProfile } from '../../data/use-profile.ts'
import { AddressText } from '../../parts/addresses/address-text.tsx'
import { PaperFact } from '../../parts/invoices/paper-fact.tsx'
import { PaperLines } from '../../parts/invoices/paper-lines.tsx'
import styles from '../../parts/invoices/paper.module.css'
import { useAddresses } from '../../parts/addresses/use-addresses.ts'
import { useBilling } from '../../parts/invoices/use-billing.ts'
import { useCountryName } from '../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useOrderName } from '../../parts/orders/use-order-name.ts'
import { exactTime, useNow } from '../../ui/time.tsx'
import type { PaperKind } from './paper-kinds.ts'
import { PaperSums } from './paper-sums.tsx'

interface PaperProps {
  kind: PaperKind
  order: OrderItem
  /** The same with what is sealed in it opened; null where that cannot be. */
  clear: OrderItem | null
}

/** An order as it is printed: who sells, who buys, what, for how much, and how it was settled. */
export function Paper({ kind, order, clear }: PaperProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const nameOf = useOrderName()
  const now = useNow()
  const market = useMarketName()
  const money = useProfile()?.profile?.money
  const notes = clear?.notes === undefined ? undefined : readNotes(clear.notes)
  const date = (at: number): string => exactTime(at, locale)
  return (
    <article className={styles.paper} data-theme="light" aria-label={t(`papers.${kind}`)}>
      <header className={styles.head}>
        <div>
          <p className={styles.title}>{t(`papers.${kind}`)}</p>
          {kind === 'proforma' && <p className={styles.soft}>{t('papers.proformaHint')}</p>}
          {money?.test && <p className={styles.test}>{t('papers.testMoney')}</p>}
        </div>
        <dl className={styles.facts}>
          <PaperFact name={t('papers.number')}>
            <bdi>{nameOf(order)}</bdi>
          </PaperFact>
          <PaperFact name={t('papers.ordered')}>{date(order.createdAt)}</PaperFact>
          {order.paidAt !== null && <PaperFact name={t('papers.paid')}>{date(order.paidAt)}</PaperFact>}
          {kind === 'proforma' && order.payBy !== null && (
            <PaperFact name={t('papers.payBy')}>{date(order.payBy)}</PaperFact>
          )}
          {clear?.poNumber && (
            <PaperFact name={t('orders.poNumber')}>
              <bdi>{clear.poNumber}</bdi>
            </PaperFact>
          )}
        </dl>
      </header>
      <Parties order={order} clear={clear} />
      <PaperLines
        lines={order.lines}
        currency={order.currency}
        priced={!order.asked}
        noteOf={(line) => notes?.get(noteKey(line))}
      />
      {order.asked ? <p>{t('orders.priceAskedText')}</p> : <PaperSums order={order} />}
      {clear?.remark && (
        <section>
          <h2 className={styles.label}>{t('orders.remark')}</h2>
          <p className={styles.remark} dir="auto">
            {clear.remark}
          </p>
        </section>
      )}
      <footer className={styles.foot}>
        <span>{t('papers.from', { market })}</span>
        <bdi dir="ltr">{location.host}</bdi>
        {now !== undefined && <span>{t('papers.printed', { time: date(now) })}</span>}
      </footer>
    </article>
  )
}

/** The store, the buyer, and where the goods go. */
function Parties({ order, clear }: Omit<PaperProps, 'kind'>) {
  const { t } = useTranslation()
  const countryName = useCountryName()
  const user = useProfile()?.profile?.userinfo
  const store = useLive((db) => storeById(db, order.shopId), [order.shopId])?.store
  const addresses = useAddresses()
  const billed = useBilling()
  const placed = clear?.address ? (JSON.parse(clear.address) as Record<AddressField, string>) : undefined
  const address = placed ?? addresses?.items.find((one) => one.id === order.addressId)
  return (
    <div className={styles.parties}>
      <section>
        <h2 className={styles.label}>{t('papers.seller')}</h2>
        <p>
          <bdi>{order.shopName}</bdi>
        </p>
        {store?.area && <p>{countryName(store.area)}</p>}
      </section>
      <section>
        <h2 className={styles.label}>{t('papers.buyer')}</h2>
        {billed?.company && (
          <p>
            <bdi>{billed.company}</bdi>
          </p>
        )}
        {user && (
          <>
            <p>
              <bdi>{user.username}</bdi>
            </p>
            <p>
              <bdi dir="ltr">{user.email}</bdi>
            </p>
          </>
        )}
        {billed?.address && <p dir="auto">{billed.address}</p>}
        {billed?.taxNumber && <p>{t('papers.taxNumber', { number: `\u2066${billed.taxNumber}\u2069` })}</p>}
      </section>
      <section>
        <h2 className={styles.label}>{t('papers.shipTo')}</h2>
        {address ? <AddressText address={address} /> : <p>{clear === null && t('addresses.unreadable')}</p>}
      </section>
    </div>
  )
}
