import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { noteKey, readNotes } from '#contract/orders/line-notes.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { AddressText } from '../../../parts/addresses/address-text.tsx'
import { LineCodes } from '../../../parts/orders/line-codes.tsx'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useLineTitle } from '../../../parts/orders/use-line-title.ts'
import { exactTime } from '../../../ui/time.tsx'
import { clearAddressOf } from '../orders/address-of.ts'
import { packedOf } from './packed-of.ts'
import { picksOf, type Pick } from './picks-of.ts'
import styles from './sale-papers.module.css'
import type { OpenedSale } from '../orders/use-sales.ts'

/** The goods to fetch from the shelves for some orders together: each product once, with the orders it is for. */
export function PickList({ sales }: { sales: readonly OpenedSale[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const picks = picksOf(sales.map(({ sale }) => ({ sale, ...packedOf(sale) })))
  return (
    <article className={styles.sheet} aria-label={t('centre.paper.pick')}>
      <h2 className={styles.title}>{t('centre.paper.pick')}</h2>
      <p>{t('centre.pickFor', { n: number(sales.length) })}</p>
      <PickTable picks={picks} orders />
    </article>
  )
}

function PickTable({ picks, orders }: { picks: readonly Pick[]; orders?: boolean }) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const titleOf = useLineTitle()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('pad.quantity')}</th>
          <th scope="col">{t('pad.product')}</th>
          <th scope="col">{t(orders ? 'centre.orders' : 'pad.code')}</th>
        </tr>
      </thead>
      <tbody>
        {picks.map(({ key, line, num, of, note }) => (
          <tr key={key}>
            <td className={styles.num}>
              <span className={styles.box} /> {number(num)}
            </td>
            <td dir="auto">
              {titleOf(line)}
              {line.label && ` · ${textIn(line.label, locale)}`}
              {orders && (
                <span className={styles.soft}>
                  <LineCodes line={line} stacked />
                </span>
              )}
              {note && <span className={styles.soft}>{t('orders.lineNote', { note })}</span>}
            </td>
            <td className={orders ? undefined : styles.code}>
              {orders ? (
                of.map((one) => (
                  <span key={one.number} className={styles.for}>
                    {t('orders.part', { n: number(one.num), title: one.number })}
                  </span>
                ))
              ) : (
                <LineCodes line={line} stacked />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The slip that is packed with the goods of a parcel. */
export function PackingSlip({ sale, clear }: OpenedSale) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { name } = useStore()
  const notes = clear?.notes === undefined ? undefined : readNotes(clear.notes)
  const { parts, partial } = packedOf(sale)
  const picks = picksOf([{ sale, parts }]).map((pick) => ({
    ...pick,
    note: notes?.get(noteKey(pick.line)),
  }))
  return (
    <article className={styles.sheet} aria-label={t('centre.paper.slip')}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{t('centre.paper.slip')}</h2>
          <p>
            <bdi>{name}</bdi>
          </p>
        </div>
        <dl className={styles.facts}>
          <Fact name={t('papers.number')} value={sale.number} />
          <Fact name={t('papers.ordered')} value={exactTime(sale.createdAt, locale)} />
          {clear?.poNumber && <Fact name={t('centre.poNumber')} value={clear.poNumber} />}
        </dl>
      </header>
      <To clear={clear} />
      <PickTable picks={picks} />
      {partial && <p>{t('centre.partial')}</p>}
      {clear?.remark && (
        <section>
          <h3 className={styles.soft}>{t('centre.remark')}</h3>
          <p className={styles.remark} dir="auto">
            {clear.remark}
          </p>
        </section>
      )}
    </article>
  )
}

function To({ clear }: { clear: SaleItem | null | undefined }) {
  const { t } = useTranslation()
  const address = clear ? clearAddressOf(clear) : undefined
  return (
    <section className={styles.to}>
      <h3 className={styles.soft}>{t('papers.shipTo')}</h3>
      {address ? <AddressText address={address} /> : <p>{t('centre.noAddress')}</p>}
    </section>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
)
