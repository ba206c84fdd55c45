import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { links } from '../../../links/links.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { ListRow } from '../../../ui/blocks/list.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { dayIn } from '../figures/day-lists.ts'
import { DayNotice } from '../figures/day-notice.tsx'
import { FindField } from '../find-field.tsx'
import { FoundList } from '../found-list.tsx'
import styles from '../operator.module.css'
import { PersonPage } from './person-page.tsx'
import { useOperatorCall } from '../use-operator-call.ts'

/** The accounts, found by name or address; `?id=` shows one. */
export function PeopleDesk() {
  const id = useSearchParams()[0].get('id')
  return id === null ? <People /> : <PersonPage key={id} id={id} />
}

function People() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [find, setFind] = useState('')
  const { day } = dayIn(useSearchParams()[0])
  const asked = useOperatorCall('operator.people', { find: useDeferredValue(find), ...(day !== undefined && { day }) })
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
            href={links.operator('people', { id: person.id })}
          />
        )}
      </FoundList>
    </div>
  )
}
