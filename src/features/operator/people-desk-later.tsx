import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import type { Person } from '#contract/schema/operator-desks.ts'
import { useLanguage } from '../../data/use-language.ts'
import { Badge } from '../../ui/badge.tsx'
import { ListRow } from '../../ui/list.tsx'
import { exactTime } from '../../ui/time.tsx'
import { dayIn } from './day-lists.ts'
import { DayNotice } from './day-notice.tsx'
import { FindField } from './find-field.tsx'
import { FoundList } from './found-list.tsx'
import styles from './operator.module.css'
import { SuspendSheet } from './suspend-sheet.tsx'
import { useDesk } from './use-desk.ts'

/** The accounts, found by name or address; each can be suspended, and let go on. */
export function PeopleDesk() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [find, setFind] = useState('')
  const { day } = dayIn(useSearchParams()[0])
  const [chosen, setChosen] = useState<Person>()
  const asked = useDesk('operator.people', { find: useDeferredValue(find), ...(day !== undefined && { day }) })
  return (
    <div className={styles.stack}>
      <DayNotice desk="people" day={day} />
      <FindField label={t('operator.findPeople')} value={find} onChange={setFind} />
      <FoundList
        asked={asked}
        label={t('desks.people')}
        rows={asked.data?.people}
        more={asked.data?.more}
        empty={t('operator.nobody')}
      >
        {(person) => (
          <ListRow
            key={person.id}
            title={<bdi>{person.name}</bdi>}
            text={
              <bdi>
                {person.email} · {exactTime(person.at, language)} · {t('operator.orders', { count: person.orders })}
              </bdi>
            }
            end={person.suspended !== null && <Badge tone="bad">{t('operator.suspended')}</Badge>}
            onPress={() => setChosen(person)}
          />
        )}
      </FoundList>
      {chosen && (
        <SuspendSheet
          trader={{ person: chosen.id }}
          name={chosen.name}
          suspended={chosen.suspended}
          onClose={() => setChosen(undefined)}
          onDone={asked.again}
        />
      )}
    </div>
  )
}
