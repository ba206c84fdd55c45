import { useTranslation } from 'react-i18next'
import { coinOf, isAsset } from '#contract/coins/assets.ts'
import type { InvoicePaper, PaperRate } from '#contract/invoices/paper.ts'
import { cx } from '../../ui/cx.ts'
import styles from './paper.module.css'
import { rateDecimal } from '../money/rate-note.tsx'
import { useCoins } from '../money/use-coins.ts'
import { useFormat } from '../format/use-format.ts'
import { utcTime } from '../format/utc-time.ts'

/** The amounts of a paper: goods, shipping and taxes, the same by rates, the total, and how it was settled. */
export function IssuedSums({ paper }: { paper: InvoicePaper }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const { sums, currency, total, kind } = paper
  return (
    <div className={styles.end}>
      {sums && (
        <dl className={styles.sums}>
          <div>
            <dt>{t('orders.goods')}</dt>
            <dd>{money(sums.goods, currency)}</dd>
          </div>
          <div>
            <dt>{t('orders.shipping')}</dt>
            <dd>{money(sums.shipping, currency)}</dd>
          </div>
          <div>
            <dt>{t('orders.taxes')}</dt>
            <dd>
              {sums.taxIncluded === 0
                ? money(total - sums.goods - sums.shipping, currency)
                : t('orders.taxesIncluded', { money: money(sums.taxIncluded, currency) })}
            </dd>
          </div>
        </dl>
      )}
      <Taxes paper={paper} />
      <dl className={styles.sums}>
        <div className={styles.total}>
          <dt>{t(kind === 'invoice' ? 'orders.total' : 'papers.credited')}</dt>
          <dd>{money(total, currency)}</dd>
        </div>
      </dl>
      <Settled paper={paper} />
    </div>
  )
}

function Taxes({ paper: { taxes, currency } }: { paper: InvoicePaper }) {
  const { t } = useTranslation()
  const { money, percent } = useFormat()
  return (
    <table className={styles.taxes}>
      <thead>
        <tr>
          <th scope="col">{t('papers.rate')}</th>
          <th scope="col">{t('papers.net')}</th>
          <th scope="col">{t('papers.taxAmount')}</th>
          <th scope="col">{t('papers.gross')}</th>
        </tr>
      </thead>
      <tbody>
        {taxes.map(({ rate, base, tax }) => (
          <tr key={rate}>
            <td>{rate === null ? '–' : percent(rate / 10_000)}</td>
            <td>{money(base, currency)}</td>
            <td>{money(tax, currency)}</td>
            <td>{money(base + tax, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The payment or the refund: in the market's currency and in coins, each with the rate that it follows from. */
function Settled({ paper: { money, currency, kind } }: { paper: InvoicePaper }) {
  const { t } = useTranslation()
  const format = useFormat()
  const coins = useCoins()
  const amount = format.money(money.amount, money.currency)
  const time = utcTime(money.at, format.locale)
  const asset = isAsset(money.asset) ? money.asset : undefined
  return (
    <p className={cx(styles.settled, styles.done)}>
      {t(kind === 'invoice' ? 'papers.settled' : 'papers.givenBack', { amount, time })}
      {money.rate && <Rate one={format.decimalMoney('1', currency)} rate={money.rate} market={money.currency} />}
      {asset && (
        <>
          <br />
          {kind === 'invoice'
            ? t('papers.inCoins', { coins: coins(BigInt(money.units), asset) })
            : coins(BigInt(money.units), asset)}
          {money.coinRate && (
            <Rate one={format.coins('1', coinOf(asset))} rate={money.coinRate} market={money.currency} />
          )}
        </>
      )}
    </p>
  )
}

/** A rate in words, in the market's currency of then: "€1 = $1.08 · 25 Nov 2026, 12:04 UTC". */
function Rate({ one, rate, market }: { one: string; rate: PaperRate; market: string }) {
  const { decimalMoney, locale } = useFormat()
  const { numerator, denominator, at } = rate
  return (
    <span className={styles.note}>
      <bdi dir="ltr">
        {one} = {decimalMoney(rateDecimal(numerator / denominator), market)}
      </bdi>
      {` · ${utcTime(at, locale)}`}
    </span>
  )
}
