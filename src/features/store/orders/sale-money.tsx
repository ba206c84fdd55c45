import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { marketFeeOf } from '#contract/market/fees.ts'
import { knownOr } from '#contract/wire/open.ts'
import { refundOf, refundReasons, type GivesBack } from '#contract/reports/refunds.ts'
import { stageOf } from '#contract/orders/stages.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { usePaidCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { exactTime } from '../../../ui/time.tsx'
import styles from './sale.module.css'
import { useSaleActs } from './use-sale-acts.ts'

/** The money of an order: what was paid, what is held, what was given back and what the store has got. */
export function SaleMoney({ sale }: { sale: SaleItem }) {
  const { t } = useTranslation()
  const { money, percent, locale } = useFormat()
  const {
    goods,
    shipping,
    tax,
    taxIncluded,
    total,
    currency,
    due,
    paidAt,
    held = 0,
    refunded = 0,
    refunds = [],
    releaseAt,
    feeRate = 0,
  } = sale
  const inCoins = usePaidCoins()(sale)
  const own = (amount: number) => money(amount, currency)
  const paid = (amount: number) => money(amount, due?.currency ?? currency)
  const got = (due?.amount ?? 0) - held - refunded
  const fee = Number(marketFeeOf(BigInt(got), feeRate))
  const rows: [string, string][] = [
    [t('orders.goods'), own(goods)],
    [t('orders.shipping'), own(shipping)],
    [t('orders.taxes'), taxIncluded === undefined ? own(tax) : t('orders.taxesIncluded', { money: own(taxIncluded) })],
  ]
  const sums: [string, string][] =
    due && paidAt !== null
      ? [
          [t('centre.paidSum'), paid(due.amount)],
          ...(inCoins !== undefined ? [[t('centre.paidCoins'), inCoins] as [string, string]] : []),
          [t('centre.held'), paid(held)],
          ...(refunded > 0 ? [[t('centre.givenBack'), paid(refunded)] as [string, string]] : []),
          feeRate > 0
            ? [t('centre.feeOf', { percent: percent(feeRate / 10_000) }), paid(-fee)]
            : [t('centre.fee'), t('centre.noFee')],
        ]
      : []
  return (
    <Card className={styles.headed}>
      <Section title={t('centre.money')}>
        <dl className={styles.facts}>
          {rows.map(([what, value]) => (
            <Row key={what} what={what} value={value} />
          ))}
          <Row what={t('orders.total')} value={own(total)} strong />
          {sums.map(([what, value]) => (
            <Row key={what} what={what} value={value} />
          ))}
          {due && paidAt !== null && <Row what={t('centre.net')} value={paid(got - fee)} strong />}
        </dl>
        {releaseAt && held > 0 && (
          <p className={styles.soft}>
            {t('centre.releases', { money: paid(held), time: exactTime(releaseAt, locale) })}
          </p>
        )}
        {refunds.length > 0 && (
          <ul className={styles.pieces} aria-label={t('orders.back.title')}>
            {refunds.map((one, n) => (
              <li key={n}>
                {t(`orders.back.${knownOr(refundReasons, one.why, 'newer')}`)}: {paid(one.amount)}
                {one.words && <span dir="auto"> · {one.words}</span>}
              </li>
            ))}
          </ul>
        )}
        <GiveBack sale={sale} paid={paid} />
      </Section>
    </Card>
  )
}

const Row = ({ what, value, strong }: { what: string; value: string; strong?: boolean }) => (
  <div className={cx(strong && styles.strong)}>
    <dt>{what}</dt>
    <dd>{value}</dd>
  </div>
)

/** Pays back what cannot be shipped, or all that was not received; asked once more, with the amount. An owner's. */
function GiveBack({ sale, paid }: { sale: SaleItem; paid(amount: number): string }) {
  const { t } = useTranslation()
  const { role } = useStore()
  const acts = useSaleActs()
  const [asking, setAsking] = useState<GivesBack>()
  if (role !== 'owner' || sale.paidAt === null || !sale.due) return null
  const of = { ...sale, paid: sale.due.amount, held: sale.held ?? 0, stage: stageOf(sale) }
  const unshipped = refundOf(of, 'unshipped')
  const all = refundOf(of, 'all')
  // Where nothing has left the two are one.
  const ways = [
    { what: 'unshipped' as const, amount: unshipped?.event === 'cancelRest' ? unshipped.amount : 0 },
    { what: 'all' as const, amount: all?.amount ?? 0 },
  ].filter(({ amount }) => amount > 0)
  const asked = ways.find(({ what }) => what === asking)
  return (
    <>
      <div className={styles.acts}>
        {ways.map(({ what, amount }) => (
          <Button key={what} kind="quiet" small onClick={() => setAsking(what)}>
            {t(`centre.back.${what}`, { money: paid(amount) })}
          </Button>
        ))}
      </div>
      <Sheet
        open={asked !== undefined}
        onClose={() => setAsking(undefined)}
        title={t('centre.back.title')}
        footer={
          <Button
            kind="danger"
            wide
            onClick={() => {
              setAsking(undefined)
              if (asked) void acts.refund(sale, asked.what, asked.amount)
            }}
          >
            {t('centre.back.now', { money: paid(asked?.amount ?? 0) })}
          </Button>
        }
      >
        <p>{t(asked?.what === 'unshipped' ? 'centre.back.unshippedText' : 'centre.back.allText')}</p>
      </Sheet>
    </>
  )
}
