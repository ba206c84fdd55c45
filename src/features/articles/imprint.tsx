import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SiteRow } from '#localdb/queries/site.ts'
import { useMarketName } from '../../data/texts/market-name.ts'
import { Section } from '../../ui/blocks/card.tsx'
import styles from './articles.module.css'

/** The name and the contact details of the market's operator, as far as they have entered them. */
export function ImprintSection({ imprint }: { imprint: NonNullable<SiteRow['imprint']> }) {
  const { t } = useTranslation()
  const market = useMarketName()
  const { name, address, tax, email, phone } = imprint
  const facts: readonly (readonly [label: string, shown: ReactNode])[] = [
    [t('articles.imprintName'), name && <bdi>{name}</bdi>],
    [t('articles.imprintAddress'), address && <bdi>{address}</bdi>],
    [t('articles.imprintTax'), tax && <bdi dir="ltr">{tax}</bdi>],
    [
      t('articles.imprintEmail'),
      email && (
        <a href={`mailto:${email}`} dir="ltr">
          {email}
        </a>
      ),
    ],
    [
      t('articles.imprintPhone'),
      phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr">
          {phone}
        </a>
      ),
    ],
  ]
  return (
    <Section title={t('articles.imprint', { market })}>
      <dl className={styles.imprint}>
        {facts.map(
          ([label, shown]) =>
            shown && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{shown}</dd>
              </div>
            ),
        )}
      </dl>
    </Section>
  )
}
