import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loanTermsText, type LoanTerms } from '#contract/rules/loans.ts'
import { areaName } from '../../parts/area-name.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { List, ListRow } from '../../ui/list.tsx'
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

/** The website's settings, and where the market delivers to. */
export function SiteDesk() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const asked = useDesk('operator.site', {})
  const site = useAct('operator.siteSet')
  const area = useAct('operator.areaSet')
  const [code, setCode] = useState('')
  const setArea = async (open: boolean) => {
    if (!code.trim() || !(await area.act({ code, open }))) return
    setCode('')
    asked.again()
  }
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
      <Section title={t('operator.areas')}>
        <Field
          label={t('operator.areaCode')}
          hint={t('operator.areaHint')}
          autoCapitalize="characters"
          value={code}
          onChange={(e) => setCode(e.target.value)}
        />
        <div className={styles.acts}>
          <Button kind="secondary" busy={area.busy} onClick={() => void setArea(true)}>
            {t('operator.openArea')}
          </Button>
          <Button kind="secondary" busy={area.busy} onClick={() => void setArea(false)}>
            {t('operator.closeArea')}
          </Button>
        </div>
        {data.areas.length > 0 && (
          <List label={t('operator.areas')}>
            {data.areas.map((one) => (
              <ListRow
                key={one.code}
                title={areaName(one.code, locale)}
                text={<bdi>{one.code}</bdi>}
                end={
                  <Badge tone={one.open ? 'good' : 'warn'}>
                    {t(one.open ? 'operator.isOpen' : 'operator.isClosed')}
                  </Badge>
                }
              />
            ))}
          </List>
        )}
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
