import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ANNOUNCEMENT_MAX } from '#contract/stores/roles.ts'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'

/** The announcement of the store, and its holiday. */
export function NoticeSection() {
  const { t } = useTranslation()
  const notice = useStoreLive(readStoreNotice)
  return (
    <Section title={t('centre.notice')}>
      {/* A notice saved by another member replaces the form. Until then, the typed values are not at risk. */}
      {notice ? (
        <Form
          key={JSON.stringify({
            ...notice,
            closed: undefined,
            terms: undefined,
            profile: undefined,
            legal: undefined,
            sheets: undefined,
            answers: undefined,
          })}
          notice={notice}
        />
      ) : (
        <Skeleton height="9rem" />
      )}
    </Section>
  )
}

function Form({ notice }: { notice: StoreNotice }) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const id = useId()
  const [announcement, setAnnouncement] = useState(notice.announcement)
  const [from, setFrom] = useState(notice.holidayFrom ?? '')
  const [to, setTo] = useState(notice.holidayTo ?? '')
  const [error, setError] = useState<string | undefined>(undefined)
  const save = async (e: FormEvent) => {
    e.preventDefault()
    if ((from === '') !== (to === '') || from > to) return setError(t('centre.holidayWrong'))
    setError(undefined)
    const moved = from !== (notice.holidayFrom ?? '') || to !== (notice.holidayTo ?? '')
    await mutate(
      'store.notice',
      {
        ...(announcement !== notice.announcement && { announcement }),
        ...(moved && { holiday: from === '' ? null : { from, to } }),
      },
      { text: t('centre.saved'), kind: 'good' },
    )
  }
  return (
    <Card>
      <form className={styles.form} onSubmit={(e) => void save(e)}>
        <div className={styles.words}>
          <label htmlFor={id}>{t('centre.announcement')}</label>
          <textarea
            id={id}
            rows={3}
            dir="auto"
            maxLength={ANNOUNCEMENT_MAX}
            value={announcement}
            onChange={(e) => setAnnouncement(e.target.value)}
          />
        </div>
        <div className={styles.pair}>
          <Field label={t('centre.holidayFrom')} type="date" value={from} onChange={(e) => setFrom(e.target.value)} />
          <Field
            label={t('centre.holidayUntil')}
            type="date"
            value={to}
            error={error}
            onChange={(e) => setTo(e.target.value)}
          />
        </div>
        <Button type="submit" wide>
          {t('centre.save')}
        </Button>
      </form>
    </Card>
  )
}
