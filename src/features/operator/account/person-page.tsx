import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/text/locales.ts'
import { links } from '../../../links/links.ts'
import type { CallOutput } from '../../../data/use-call.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { Facts } from '../../../parts/format/facts.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { TraderHead } from './trader-head.tsx'
import { DesksContext, useOperatorCall } from '../use-operator-call.ts'

/** One person: what the market knows of the account, the stores they act for, and their orders. */
export function PersonPage({ id }: { id: string }) {
  const { data, failure, busy, again } = useOperatorCall('operator.person', { id })
  if (failure && !data) return <AskedFailure {...{ failure, busy, again }} />
  return data ? <Person data={data} again={again} /> : <Skeleton height="20rem" />
}

function Person({ data, again }: { data: CallOutput<'operator.person'>; again(): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const language = useLanguage()
  const { rights } = useContext(DesksContext)
  const { person, stores, seenAt } = data
  const yes = (is: boolean): string => t(is ? 'traders.yes' : 'traders.no')
  const facts = [
    [t('traders.email'), person.email],
    [t('traders.joined'), exactTime(person.at, language)],
    [t('traders.seen'), seenAt === null ? t('traders.away') : exactTime(seenAt, language)],
    [t('traders.language'), locales.find(({ code }) => code === data.language)?.name ?? data.language],
    [t('traders.factor'), yes(data.factor)],
    [t('traders.bounced'), yes(data.bounced)],
    [t('traders.operator'), yes(data.operator)],
    [t('traders.problems'), number(data.problems)],
  ] as const
  return (
    <div className={styles.stack}>
      <TraderHead trader={{ person: person.id }} name={person.name} suspended={person.suspended} onDone={again}>
        <Card>
          <Facts facts={facts} className={styles.facts} />
        </Card>
      </TraderHead>
      <List label={t('desks.sales')}>
        <ListRow
          title={t('operator.orders', { count: person.orders })}
          {...(rights.includes('orders') && { href: links.operator('orders', { find: person.email }) })}
        />
      </List>
      {stores.length > 0 && (
        <Section title={t('traders.stores')}>
          <List label={t('traders.stores')}>
            {stores.map(({ id, name, role, since }) => (
              <ListRow
                key={id}
                title={<bdi>{name}</bdi>}
                text={`${t(role === 'owner' ? 'traders.owner' : 'traders.staff')} · ${exactTime(since, language)}`}
                href={links.operator('stores', { id })}
              />
            ))}
          </List>
        </Section>
      )}
    </div>
  )
}
