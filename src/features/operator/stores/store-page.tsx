import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import type { CallOutput } from '../../../data/use-call.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { Facts } from '../../../parts/format/facts.tsx'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { TraderHead } from '../account/trader-head.tsx'
import { DesksContext, useOperatorCall } from '../use-operator-call.ts'

/** One store: what the market knows of it, who acts for it, and its orders. */
export function StorePage({ id }: { id: number }) {
  const { data, failure, busy, again } = useOperatorCall('operator.store', { id })
  if (failure && !data) return <AskedFailure {...{ failure, busy, again }} />
  return data ? <Store data={data} again={again} /> : <Skeleton height="20rem" />
}

function Store({ data, again }: { data: CallOutput<'operator.store'>; again(): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const language = useLanguage()
  const country = useCountryName()
  const { rights } = useContext(DesksContext)
  const { store, members } = data
  const facts = [
    [t('traders.joined'), exactTime(store.at, language)],
    ...(store.before ? [[t('traders.before'), store.before] as const] : []),
    [t('traders.from'), data.area === null ? t('traders.unsaid') : country(data.area)],
    [t('traders.currency'), data.currency],
    [t('traders.goods'), number(data.goods)],
    [t('traders.onSale'), number(store.products)],
    [t('traders.sold'), number(data.sales)],
    [t('traders.followers'), number(data.followers)],
    [t('traders.toShip'), number(data.toShip)],
    [t('traders.problems'), number(data.problems)],
  ] as const
  return (
    <div className={styles.stack}>
      <TraderHead trader={{ store: store.id }} name={store.name} suspended={store.suspended} onDone={again}>
        <Card>
          <Facts facts={facts} className={styles.facts} />
        </Card>
      </TraderHead>
      <List label={t('desks.sales')}>
        <ListRow
          title={t('operator.orders', { count: data.orders })}
          {...(rights.includes('orders') && { href: links.operator('orders', { find: store.name }) })}
        />
        <ListRow title={t('traders.shown')} href={links.store(store.id)} />
      </List>
      <Section title={t('traders.members')}>
        {members.length === 0 && <p className={styles.soft}>{t('traders.nobody')}</p>}
        {members.length > 0 && (
          <List label={t('traders.members')}>
            {members.map(({ id, name, email, role, since }) => (
              <ListRow
                key={id}
                title={<bdi>{name}</bdi>}
                text={
                  <>
                    {t(role === 'owner' ? 'traders.owner' : 'traders.staff')} · <bdi>{email}</bdi> ·{' '}
                    {exactTime(since, language)}
                  </>
                }
                href={links.operator('people', { id })}
              />
            ))}
          </List>
        )}
      </Section>
    </div>
  )
}
