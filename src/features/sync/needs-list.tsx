import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { needingChanges, type NeedingChange } from '#localdb/queries/sync/changes.ts'
import { useLive } from '../../data/use-live.ts'
import { AddressConflict } from './address-conflict.tsx'
import { ChangeList } from './change-list.tsx'
import { OrderQuestion } from './order-question.tsx'
import { RefusedChangeRow } from './refused-change.tsx'

const PAGE = 50

/** The changes that need the person: refusals and conflicts, each with its reason and its actions. */
export function NeedsList({ total, first }: { total: number; first: boolean }) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(PAGE)
  const changes = useLive((db) => needingChanges(db, limit), [limit])
  return (
    <ChangeList
      title={t('sync.needs')}
      changes={changes}
      total={total}
      more={() => setLimit(limit + PAGE)}
      none={t('sync.needsNone')}
      first={first}
      when={(c) => ({ at: c.since })}
    >
      {(change, subjectText) => <Needing change={change} subjectText={subjectText} />}
    </ChangeList>
  )
}

function Needing({ change, subjectText }: { change: NeedingChange; subjectText: string }) {
  const { kind, subject } = change
  if (kind === 'conflict' && subject.kind === 'address')
    return <AddressConflict id={subject.id} change={change} subjectText={subjectText} />
  if (kind === 'conflict' && subject.kind === 'order') return <OrderQuestion id={subject.id} />
  return <RefusedChangeRow change={change} subjectText={subjectText} />
}
