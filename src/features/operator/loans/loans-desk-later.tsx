import HandCoins from 'lucide-react/icons/hand-coins'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AskedLoan } from '#contract/loans/schema-operator.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { FindField } from '../find-field.tsx'
import { LoanAnswer } from './loan-answer.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

/** Applications for a loan that wait, the oldest first, each to be answered with an offer or a refusal. */
export function LoansDesk() {
  const { t } = useTranslation()
  const [find, setFind] = useState('')
  const { data, failure, busy, again } = useOperatorCall('operator.loans', { find: useDeferredValue(find) })
  return (
    <div className={styles.stack}>
      <FindField label={t('operator.findPeople')} value={find} onChange={setFind} />
      {failure && <AskedFailure failure={failure} busy={busy} again={again} />}
      {!data && !failure && <Skeleton height="16rem" />}
      {data?.loans.length === 0 &&
        (find.trim() === '' ? (
          <EmptyState icon={<HandCoins />} title={t('loansDesk.empty')} text={t('loansDesk.emptyText')} />
        ) : (
          <EmptyState icon={<HandCoins />} title={t('operator.nobody')} />
        ))}
      {data?.loans.map((loan) => (
        <Asked key={loan.id} loan={loan} onDone={again} />
      ))}
      {data?.more && <Notice>{t('loansDesk.more')}</Notice>}
    </div>
  )
}

function Asked({ loan, onDone }: { loan: AskedLoan; onDone(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const [answering, setAnswering] = useState<'offer' | 'refuse'>()
  const facts = [
    [t('loans.amount'), format.money(loan.amount, loan.currency)],
    [t('loans.term'), t('loans.months', { count: loan.months, n: format.number(loan.months) })],
    [t('loans.rate'), format.percent(loan.rate / 10_000)],
    [t('loans.name'), loan.name],
    [t('loans.mobile'), loan.mobile],
    [t('loansDesk.email'), loan.email],
    [t('loans.purpose'), loan.purpose],
    [t('loans.appliedAt'), exactTime(loan.at, language)],
    [t('loans.number'), loan.id.slice(0, 8).toUpperCase()],
  ] as const
  return (
    <Card className={styles.stack}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.acts}>
        <Button onClick={() => setAnswering('offer')}>{t('loansDesk.offer')}</Button>
        <Button kind="secondary" onClick={() => setAnswering('refuse')}>
          {t('loansDesk.refuse')}
        </Button>
      </div>
      <Sheet
        open={answering !== undefined}
        onClose={() => setAnswering(undefined)}
        title={t(answering === 'refuse' ? 'loansDesk.refuse' : 'loansDesk.offer')}
      >
        {answering && (
          <LoanAnswer
            loan={loan}
            offers={answering === 'offer'}
            onDone={() => {
              setAnswering(undefined)
              onDone()
            }}
          />
        )}
      </Sheet>
    </Card>
  )
}
