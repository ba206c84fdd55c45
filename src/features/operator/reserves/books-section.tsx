import { useTranslation } from 'react-i18next'
import { bookFaults } from '#contract/ledger/faults.ts'
import { knownOr } from '#contract/wire/open.ts'
import type { BookCheck } from '#contract/ledger/schema-operator.ts'
import { useCall } from '../../../data/use-call.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'
import { useLookAgain } from './use-look-again.ts'

/** The whole ledger, checked when an operator asks for it, and whether it is right. */
export function BooksSection() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, failure, busy, again, put } = useOperatorCall('operator.ledger', {})
  const check = useCall('operator.ledger')
  const toast = useToast()
  const failureText = useFailureText()
  const isRunning = check.busy || data?.busy === true
  useLookAgain(data, again)
  const checkNow = async () => {
    const outcome = await check.call({ check: true })
    if (outcome.kind === 'accepted') put(outcome.data)
    else if (outcome.kind !== 'sessionGone') toast({ text: failureText(outcome), kind: 'bad' })
  }
  const last = data?.last
  return (
    <Section title={t('booksDesk.title')}>
      <div className={styles.stack}>
        <p className={styles.soft}>{t('booksDesk.hint')}</p>
        {failure && <AskedFailure failure={failure} busy={busy} again={again} />}
        <div className={styles.acts}>
          <Button busy={isRunning} onClick={() => void checkNow()}>
            {t('booksDesk.check')}
          </Button>
        </div>
        <p className={styles.soft} role="status">
          {isRunning && t('reservesDesk.checking')}
          {!isRunning &&
            data &&
            (last ? t('reservesDesk.last', { time: exactTime(last.at, language) }) : t('reservesDesk.none'))}
        </p>
        {last && <Found check={last} />}
      </div>
    </Section>
  )
}

function Found({ check: { right, entries, signatures, faults } }: { check: BookCheck }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <>
      {right ? (
        <Notice tone="good">{t('booksDesk.right', { entries: number(entries) })}</Notice>
      ) : (
        <Notice tone="bad">
          <p>{t('booksDesk.wrong')}</p>
          <dl>
            {faults.map(({ kind, ids, more }) => (
              <div key={kind}>
                <dt>{t(`booksDesk.fault.${knownOr(bookFaults, kind, 'newer')}`)}</dt>
                {ids.map((id) => (
                  <dd key={id}>
                    <bdi className={styles.what}>{id}</bdi>
                  </dd>
                ))}
                {more > 0 && <dd>{t('booksDesk.more', { n: number(more) })}</dd>}
              </div>
            ))}
          </dl>
        </Notice>
      )}
      {!signatures && <Notice tone="warn">{t('booksDesk.noKey')}</Notice>}
    </>
  )
}
