import { useTranslation } from 'react-i18next'
import { doneChanges } from '#localdb/queries/sync/changes.ts'
import { useLive } from '../../data/use-live.ts'
import { ChangeList } from './change-list.tsx'

/** The last changes that reached the server. */
export function DoneList() {
  const { t } = useTranslation()
  const changes = useLive((db) => doneChanges(db), [])
  return (
    <ChangeList
      title={t('sync.doneList')}
      changes={changes}
      total={0}
      none={t('sync.doneNone')}
      when={(c) => ({ label: t('sync.at'), at: c.at })}
    />
  )
}
