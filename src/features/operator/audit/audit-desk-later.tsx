import ScrollText from 'lucide-react/icons/scroll-text'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditLine } from '#contract/operator/schema.ts'
import { saveFile } from '../../../data/save-file.ts'
import { useCall, type CallInput } from '../../../data/use-call.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { useAuditWords } from './use-audit-words.ts'
import { useOperatorCall } from '../use-operator-call.ts'

type Filter = Pick<CallInput<'operator.audit'>, 'who' | 'what' | 'subject'> & { from: string; to: string }
const DAY = 86_400_000

/** The call's input of what was typed; days count in the person's own time. */
const wanted = ({ who, what, subject, from, to }: Filter): CallInput<'operator.audit'> => ({
  ...(who && { who }),
  ...(what && { what }),
  ...(subject && { subject }),
  ...(from && { from: new Date(`${from}T00:00`).getTime() }),
  ...(to && { to: new Date(`${to}T00:00`).getTime() + DAY }),
  limit: 50,
})

/** The changes by operators, commands and the clock: filtered, read page by page, checked, and saved as a file. */
export function AuditDesk() {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<Filter>({ who: '', what: '', subject: '', from: '', to: '' })
  const asked = useOperatorCall('operator.audit', useDeferredValue(wanted(filter)))
  const more = useCall('operator.audit')
  const failureText = useFailureText()
  const toast = useToast()
  const { data } = asked
  const goOn = async () => {
    if (!data?.next) return
    const outcome = await more.call({ ...wanted(filter), before: data.next })
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    asked.put({ ...outcome.data, entries: [...data.entries, ...outcome.data.entries] })
  }
  const field = (name: keyof Filter, type: 'search' | 'date') => (
    <Field
      label={t(`audit.${name}`)}
      type={type}
      name={name}
      value={filter[name] ?? ''}
      onChange={(e) => setFilter({ ...filter, [name]: e.target.value })}
    />
  )
  return (
    <div className={styles.stack}>
      <div className={styles.filters} role="search" aria-label={t('audit.filter')}>
        {field('who', 'search')}
        {field('what', 'search')}
        {field('subject', 'search')}
        {field('from', 'date')}
        {field('to', 'date')}
      </div>
      <Tools filter={filter} />
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      {!data && !asked.failure && <Skeleton height="16rem" />}
      {data?.entries.length === 0 && (
        <EmptyState icon={<ScrollText />} title={t('audit.empty')} text={t('audit.emptyText')} />
      )}
      {data && data.entries.length > 0 && (
        <ul className={styles.entries} aria-label={t('desks.audit')} aria-busy={asked.busy}>
          {data.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {data?.next && (
        <Button kind="secondary" wide busy={more.busy} onClick={() => void goOn()}>
          {t('audit.more')}
        </Button>
      )}
    </div>
  )
}

/** Checks the chain over the whole log, and saves the entries that pass the filter. */
function Tools({ filter }: { filter: Filter }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const look = useCall('operator.audit')
  const take = useCall('operator.auditFile')
  const check = async () => {
    const outcome = await look.call({ check: true, limit: 1 })
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    const { whole } = outcome.data
    toast({ text: t(whole ? 'audit.whole' : 'audit.broken'), kind: whole ? 'good' : 'bad' })
  }
  const save = async (form: 'csv' | 'jsonl') => {
    const outcome = await take.call({ ...wanted(filter), form })
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    const { text, cut } = outcome.data
    saveFile(`audit.${form}`, text, form === 'csv' ? 'text/csv' : 'application/jsonl')
    toast({ text: t(cut ? 'audit.savedCut' : 'audit.saved'), kind: cut ? 'plain' : 'good' })
  }
  return (
    <div className={styles.acts}>
      <Button kind="secondary" small busy={look.busy} onClick={() => void check()}>
        {t('audit.check')}
      </Button>
      <Button kind="secondary" small busy={take.busy} onClick={() => void save('csv')}>
        {t('audit.csv')}
      </Button>
      <Button kind="secondary" small busy={take.busy} onClick={() => void save('jsonl')}>
        {t('audit.jsonl')}
      </Button>
    </div>
  )
}

function Entry({ entry }: { entry: AuditLine }) {
  const { id, at, by, via, what, subject, about, before, after } = entry
  const { t } = useTranslation()
  const language = useLanguage()
  const words = useAuditWords()(entry)
  const who = by ? by.name || t('audit.nameless') : t(via === 'timer' ? 'audit.timer' : 'audit.command')
  return (
    <li className={styles.entry} data-entry={id}>
      <details>
        <summary>
          <span className={styles.what} dir={words === undefined ? 'ltr' : undefined}>
            {words ?? what}
          </span>
          <span className={styles.who}>
            <bdi>{who}</bdi>
            {about ? <bdi>{about}</bdi> : words === undefined && <bdi>{subject}</bdi>}
            <span>{exactTime(at, language)}</span>
          </span>
        </summary>
        <p className={styles.subject}>
          <bdi dir="ltr">{subject}</bdi>
        </p>
        <div className={styles.sides}>
          <Side title={t('audit.before')} value={before} />
          <Side title={t('audit.after')} value={after} />
        </div>
      </details>
    </li>
  )
}

function Side({ title, value }: { title: string; value: unknown }) {
  const { t } = useTranslation()
  return (
    <div className={styles.side}>
      <span className={styles.soft}>{title}</span>
      <pre className={styles.json} dir="ltr">
        {value === null ? t('audit.nothing') : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  )
}
