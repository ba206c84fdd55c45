import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loanStates } from '#contract/loans/rules.ts'
import { knownOr } from '#contract/wire/open.ts'
import type { LoanItem } from '#localdb/queries/loans/items.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { cx } from '../../ui/cx.ts'
import { exactTime } from '../../ui/time.tsx'
import { RepaymentTable } from './repayment.tsx'
import styles from './loans.module.css'

/** An application: what was asked, how it stands, the answer, and what the person can do about it. */
export function LoanCard({ loan }: { loan: LoanItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { answer, currency } = loan
  const state = knownOr(loanStates, loan.state, 'newer')
  const time = (at: number): string => exactTime(at, format.locale)
  const times = [
    [t('loans.appliedAt'), loan.at],
    [t('loans.answeredAt'), answer?.at],
    ...(state === 'accepted' ? ([[t('loans.acceptedAt'), loan.endedAt]] as const) : []),
  ] as const
  return (
    <Card className={cx(styles.card, state === 'accepted' && styles.receipt)}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('loans.of', { amount: format.money(loan.amount, currency) })}</h2>
        {loan.pending && <SyncMark />}
        <Badge tone={state === 'accepted' ? 'good' : state === 'offered' ? 'warn' : 'plain'}>
          {t(`loans.state.${state}`)}
        </Badge>
      </div>
      <p>{t(`loans.says.${state}`)}</p>
      {answer && answer.until !== null && (
        <>
          <h3 className={styles.part}>{t('loans.offer')}</h3>
          <dl className={styles.figures}>
            <div>
              <dt>{t('loans.amount')}</dt>
              <dd>{format.money(answer.amount, currency)}</dd>
            </div>
            <div>
              <dt>{t('loans.term')}</dt>
              <dd>{t('loans.months', { count: answer.months, n: format.number(answer.months) })}</dd>
            </div>
          </dl>
          <RepaymentTable amount={answer.amount} currency={currency} months={answer.months} rate={answer.rate} />
          {state === 'offered' && <p className={styles.soft}>{t('loans.until', { time: time(answer.until) })}</p>}
        </>
      )}
      {answer && answer.note !== '' && (
        <blockquote className={styles.note} dir="auto">
          {answer.note}
        </blockquote>
      )}
      <dl className={styles.figures}>
        {times.map(
          ([name, at]) =>
            at && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{time(at)}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{t('loans.name')}</dt>
          <dd dir="auto">{loan.name}</dd>
        </div>
        <div>
          <dt>{t('loans.purpose')}</dt>
          <dd dir="auto">{loan.purpose}</dd>
        </div>
        <div>
          <dt>{t('loans.number')}</dt>
          <dd className={styles.number}>{loan.id.slice(0, 8).toUpperCase()}</dd>
        </div>
      </dl>
      <LoanActs loan={loan} state={state} />
    </Card>
  )
}

function LoanActs({ loan, state }: { loan: LoanItem; state: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useMutate()
  const [asking, setAsking] = useState<'accept' | 'withdraw'>()
  const { id, answer } = loan
  const reply = (accept: boolean) =>
    answer &&
    mutate(
      'loan.answer',
      { id, offerAt: answer.at, accept },
      { text: t(accept ? 'loans.acceptDone' : 'loans.declineDone'), kind: 'good' },
    )
  const confirmed = () => {
    setAsking(undefined)
    if (asking === 'accept') void reply(true)
    else void mutate('loan.withdraw', { id }, { text: t('loans.withdrawDone'), kind: 'good' })
  }
  return (
    <div className={styles.acts}>
      {state === 'offered' && answer && (
        <>
          <Button wide onClick={() => setAsking('accept')}>
            {t('loans.accept')}
          </Button>
          <Button wide kind="secondary" onClick={() => void reply(false)}>
            {t('loans.decline')}
          </Button>
        </>
      )}
      {state === 'applied' && (
        <Button wide kind="secondary" onClick={() => setAsking('withdraw')}>
          {t('loans.withdraw')}
        </Button>
      )}
      {state === 'accepted' && (
        <Button wide kind="secondary" icon={<Printer />} onClick={() => print()}>
          {t('loans.print')}
        </Button>
      )}
      <Sheet
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t(asking === 'accept' ? 'loans.acceptAsk' : 'loans.withdrawAsk')}
        footer={
          <Button wide kind={asking === 'accept' ? 'primary' : 'danger'} onClick={confirmed}>
            {t(asking === 'accept' ? 'loans.accept' : 'loans.withdraw')}
          </Button>
        }
      >
        <p>
          {asking === 'accept'
            ? t('loans.acceptText', {
                amount: format.money(answer?.amount ?? loan.amount, loan.currency),
                n: format.number(answer?.months ?? loan.months),
                count: answer?.months ?? loan.months,
              })
            : t('loans.withdrawText')}
        </p>
      </Sheet>
    </div>
  )
}
