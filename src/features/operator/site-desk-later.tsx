import { useTranslation } from 'react-i18next'
import { loanTermsText, type LoanTerms } from '#contract/rules/loans.ts'
import { Section } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AskedFailure } from './asked-failure.tsx'
import { OneSetting } from './one-setting.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'
import { useDesk } from './use-desk.ts'

const named = [
  'web_name',
  'service_url',
  'footer_news',
  'payment_methods',
  'partners',
  'loan_terms',
  'deposit_terms',
  'withdrawal_terms',
  'wallet_caps',
] as const

/** The website's settings. */
export function SiteDesk() {
  const { t } = useTranslation()
  const asked = useDesk('operator.site', {})
  const site = useAct('operator.siteSet')
  const { data } = asked
  if (!data)
    return asked.failure ? (
      <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />
    ) : (
      <Skeleton height="20rem" />
    )
  const shown = named.filter((name) => data.settings.some((one) => one.name === name))
  return (
    <div className={styles.stack}>
      <Section title={t('operator.website')}>
        {shown.map((name) => (
          <OneSetting
            key={name}
            label={t(`operatorSettings.${name}`)}
            hint={t(`operatorHints.${name}`)}
            value={plain(name, data.settings.find((one) => one.name === name)!.value)}
            busy={site.busy}
            save={async (value) => (await site.act({ name, value })) && true}
          />
        ))}
      </Section>
    </div>
  )
}

/** A setting as it is typed: partners and what is lent are kept as JSON. */
function plain(name: string, value: string): string {
  if (name === 'loan_terms') return value === '' ? '' : loanTermsText(JSON.parse(value) as LoanTerms)
  if (name !== 'partners') return value
  const partners = JSON.parse(value) as { name: string; url: string | null; logo: string | null }[]
  return partners.map((one) => `${one.name}${one.url ? `=${one.url}${one.logo ? ` ${one.logo}` : ''}` : ''}`).join('; ')
}
