import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalOf } from '#contract/currencies/money.ts'
import { backFor } from '#contract/orders/back.ts'
import { REPORT_TEXT_MAX } from '#contract/reports/rules.ts'
import { typedAmount } from '../../../parts/forms/typed-price.ts'
import { PiecesBack } from '../../../parts/orders/pieces-back.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import type { DisputeShown } from './dispute-order.tsx'
import styles from './disputes.module.css'
import { useAct } from '../use-act.ts'

/** The operator's word on a problem: an amount, typed or reckoned from pieces, or nothing; and why. */
export function DisputeDecision({ dispute, onDecided }: { dispute: DisputeShown; onDecided(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const decide = useAct('operator.decideDispute')
  const { report, order, most, currency } = dispute
  const [words, setWords] = useState('')
  const [tried, setTried] = useState<'refund' | 'dismiss'>()
  const parcel = order.parcels.find(({ n }) => n === report.parcel)
  const [amount, setAmount] = useState(parcel ? decimalOf(backFor(order, parcel, [report.line]), currency) : '')
  const refund = typedAmount(amount, currency)
  const badAmount = refund === undefined || refund <= 0 || refund > most
  const send = async (how: 'refund' | 'dismiss') => {
    setTried(how)
    if (words.trim() === '' || (how === 'refund' && badAmount)) return
    const given = how === 'refund' ? refund! : 0
    if (await decide.act({ id: report.id, refund: given, words: words.trim() })) onDecided()
  }
  return (
    <div className={styles.decision}>
      {parcel && most > 0 && (
        <PiecesBack
          order={order}
          parcel={parcel}
          reported={report.line}
          onReckon={(back) => setAmount(decimalOf(back, currency))}
        />
      )}
      <Field
        label={t('disputes.amount', { currency })}
        hint={t('disputes.atMost', { most: format.money(most, currency) })}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={
          tried === 'refund' && badAmount ? t('disputes.badAmount', { most: format.money(most, currency) }) : undefined
        }
        onChange={(e) => setAmount(e.target.value)}
      />
      <Field
        label={t('disputes.reason')}
        value={words}
        maxLength={REPORT_TEXT_MAX}
        hint={t('disputes.reasonHint')}
        error={tried && words.trim() === '' ? t('disputes.noReason') : undefined}
        onChange={(e) => setWords(e.target.value)}
      />
      <div className={styles.acts}>
        <Button kind="secondary" busy={decide.busy} onClick={() => void send('dismiss')}>
          {t('disputes.dismiss')}
        </Button>
        <Button kind="secondary" busy={decide.busy} onClick={() => setAmount(decimalOf(most, currency))}>
          {t('disputes.all')}
        </Button>
        <Button busy={decide.busy} onClick={() => void send('refund')}>
          {t('disputes.refund')}
        </Button>
      </div>
    </div>
  )
}
