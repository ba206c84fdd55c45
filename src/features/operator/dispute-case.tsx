import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { decimalOf, parseMinor } from '#contract/rules/money.ts'
import { knownOr } from '#contract/rules/open.ts'
import { problems, REPORT_TEXT_MAX } from '#contract/rules/order-reports.ts'
import { useCall, type CallOutput } from '../../data/use-call.ts'
import { pictureSources } from '../../parts/picture-sources.ts'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './disputes.module.css'

type Dispute = CallOutput<'operator.disputes'>['disputes'][number]

/** One problem: both sides' words and pictures, and its decision. */
export function DisputeCase({ dispute, onDecided }: { dispute: Dispute; onDecided(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { report, order, line, paid, most, currency } = dispute
  const title = line && textIn(line.title, format.locale)
  return (
    <Card className={styles.case}>
      <h2 className={styles.title}>
        {t(`disputes.problem.${knownOr(problems, report.problem, 'newer')}`)} · <bdi>{order.number}</bdi>
      </h2>
      <p className={styles.soft}>
        <bdi>{order.shop}</bdi> · <bdi>{order.buyer}</bdi> · <RelativeTime at={report.turnAt} />
      </p>
      <p dir="auto">{t('disputes.goods', { n: format.number(report.line.num), title: title ?? '' })}</p>
      <p className={styles.soft}>
        {t('disputes.sums', { paid: format.money(paid, currency), most: format.money(most, currency) })}
      </p>
      <Words who={t('disputes.buyer')} words={report.text} />
      {report.pictures.length > 0 && (
        <div className={styles.pictures}>
          {report.pictures.map((picture, n) => (
            <Picture
              key={picture.src}
              sources={pictureSources(picture)}
              alt={t('disputes.picture', { n: format.number(n + 1) })}
              tint={picture.tint}
              sizes="96px"
              className={styles.picture}
            />
          ))}
        </div>
      )}
      <Words who={t('disputes.store')} words={report.answer ?? ''} />
      <Decision dispute={dispute} onDecided={onDecided} />
    </Card>
  )
}

function Words({ who, words }: { who: string; words: string }) {
  const { t } = useTranslation()
  return (
    <p className={styles.words}>
      <strong>{who}</strong>
      <span dir="auto">{words || t('disputes.silent')}</span>
    </p>
  )
}

function Decision({ dispute: { report, most, currency }, onDecided }: { dispute: Dispute; onDecided(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const failureText = useFailureText()
  const decide = useCall('operator.decideDispute')
  const [amount, setAmount] = useState(report.offer === null ? '' : decimalOf(report.offer, currency))
  const [words, setWords] = useState('')
  const [tried, setTried] = useState<'refund' | 'dismiss'>()
  const refund = parseMinor(amount, currency)
  const badAmount = refund === undefined || refund <= 0 || refund > most
  const send = async (how: 'refund' | 'dismiss') => {
    setTried(how)
    if (words.trim() === '' || (how === 'refund' && badAmount)) return
    const outcome = await decide.call({ id: report.id, refund: how === 'refund' ? refund! : 0, words: words.trim() })
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    toast({ text: t('disputes.done'), kind: 'good' })
    onDecided()
  }
  return (
    <div className={styles.decision}>
      <Field
        label={t('disputes.amount', { currency })}
        inputMode="decimal"
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
        <Button busy={decide.busy} onClick={() => void send('refund')}>
          {t('disputes.refund')}
        </Button>
      </div>
    </div>
  )
}
