import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { isAhead } from '#contract/shipping/terms.ts'
import type { AskedRequest } from '#contract/operator/schema-requests.ts'
import { links } from '../../../links/links.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { intl } from '../../../ui/intl.ts'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { exactTime, useNow } from '../../../ui/time.tsx'
import styles from '../operator.module.css'
import { ReasonField } from '../reason-field.tsx'
import { useAct } from '../use-act.ts'

const DAY_MS = 86_400_000

/** A price request that its store has not answered, and what an operator does about it. */
export function AskedRequestCard({ request, onDone }: { request: AskedRequest; onDone(): void }) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const now = useNow()
  const remind = useAct('operator.remindStore')
  const [closing, setClosing] = useState(false)
  const { store, buyer, title, pieces, askedAt, late, remindedAt, holiday, members } = request
  const lately = remindedAt !== null && now !== undefined && now - remindedAt < DAY_MS
  const time = (at: number): string => (now === undefined ? '' : exactTime(at, locale))
  const day = (date: string): string =>
    intl('date', locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date))
  return (
    <li>
      <Card className={styles.stack}>
        <p className={styles.what}>
          <bdi>{textIn(title, locale)}</bdi>
        </p>
        <p className={styles.soft}>
          <a href={links.store(store.id)}>
            <bdi>{store.name}</bdi>
          </a>
          <br />
          {t('requestsDesk.asked', { buyer, n: number(pieces), time: time(askedAt) })}
        </p>
        <p className={styles.acts}>
          {!late && <Badge>{t('requestsDesk.early')}</Badge>}
          {!members && <Badge tone="warn">{t('requestsDesk.nobody')}</Badge>}
          {holiday && now !== undefined && isAhead(holiday, now) && (
            <Badge tone="warn">{t('requestsDesk.holiday', { from: day(holiday.from), to: day(holiday.to) })}</Badge>
          )}
          {remindedAt !== null && <Badge>{t('requestsDesk.reminded', { time: time(remindedAt) })}</Badge>}
        </p>
        {late && (
          <div className={styles.acts}>
            {members && !lately && (
              <Button
                small
                busy={remind.busy}
                onClick={() => void remind.act({ store: store.id }).then(() => onDone())}
              >
                {t('requestsDesk.remind')}
              </Button>
            )}
            <Button kind="secondary" small onClick={() => setClosing(true)}>
              {t('requestsDesk.close')}
            </Button>
          </div>
        )}
      </Card>
      {closing && <CloseSheet request={request} onClose={() => setClosing(false)} onDone={onDone} />}
    </li>
  )
}

function CloseSheet({
  request: { id, rounds },
  onClose,
  onDone,
}: {
  request: AskedRequest
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.closeRequest')
  const errors = useErrors(['reason'])
  const [reason, setReason] = useState('')
  const close = async () => {
    if (!reason.trim()) return void errors.show({ reason: t('operator.reasonNeeded') })
    if (!(await act({ id, rounds, reason }))) return
    onClose()
    onDone()
  }
  return (
    <Sheet open onClose={onClose} title={t('requestsDesk.closeTitle')}>
      <div className={styles.stack}>
        <p>{t('requestsDesk.closeText')}</p>
        <ReasonField {...errors.bind('reason', reason, setReason)} />
        <Button kind="danger" wide busy={busy} onClick={() => void close()}>
          {t('requestsDesk.closeNow')}
        </Button>
      </div>
    </Sheet>
  )
}
