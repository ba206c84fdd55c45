import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { links } from '../../../links/links.ts'
import type { Asked } from '../../../data/use-asked.ts'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AreaChooser } from './area-chooser.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

/** Where the market delivers: all countries, or the provinces of the one in the address. */
export function AreasDesk() {
  const [params] = useSearchParams()
  const country = params.get('find') ?? ''
  return /^[A-Z]{2}$/.test(country) ? <Provinces key={country} country={country} /> : <Countries />
}

function Countries() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const asked = useOperatorCall('operator.areas', {})
  const areas = asked.data?.areas
  if (!areas) return <Awaited {...asked} />
  const reached = areas.filter(({ open, apart }) => open || apart > 0).length
  return (
    <div className={styles.stack}>
      <p className={styles.soft}>{t('areasDesk.status', { open: number(reached), all: number(areas.length) })}</p>
      {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
      <AreaChooser areas={areas} again={asked.again} />
    </div>
  )
}

function Provinces({ country }: { country: string }) {
  const { t } = useTranslation()
  const nameOf = useCountryName()
  const asked = useOperatorCall('operator.areas', { parent: country })
  const areas = asked.data?.areas
  return (
    <div className={styles.stack}>
      <div className={styles.acts}>
        <ButtonLink kind="quiet" small href={links.operator('areas')}>
          {t('areasDesk.back')}
        </ButtonLink>
      </div>
      <Section title={t('areasDesk.provincesOf', { name: nameOf(country) })}>
        {areas ? <AreaChooser areas={areas} country={country} again={asked.again} /> : <Awaited {...asked} />}
      </Section>
    </div>
  )
}

const Awaited = ({ failure, busy, again }: Pick<Asked<unknown>, 'failure' | 'busy' | 'again'>) =>
  failure ? <AskedFailure failure={failure} busy={busy} again={again} /> : <Skeleton height="24rem" />
