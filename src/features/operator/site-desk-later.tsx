import { useTranslation } from 'react-i18next'
import { latin } from '../../lists/typed-number.ts'
import { Section } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppearanceForm } from './appearance-form.tsx'
import { AskedFailure } from './asked-failure.tsx'
import { FooterGroups, PaymentMethods } from './footer-settings.tsx'
import { LoanTermsForm } from './loan-terms-form.tsx'
import { OneSetting } from './one-setting.tsx'
import styles from './operator.module.css'
import { PairTermsForm } from './pair-terms-form.tsx'
import { PartnersForm } from './partners-form.tsx'
import { useAct } from './use-act.ts'
import { useDesk } from './use-desk.ts'

const company = ['legal_name', 'legal_address', 'tax_number', 'contact_email', 'contact_phone'] as const
const pages = ['service_url'] as const
const promised = ['ship_days', 'review_hours'] as const
const named = ['payment_sources', 'partners'] as const
type Named = (typeof company | typeof pages | typeof promised)[number]
/** Settings that have a form of their own. */
type OfForm = (typeof named)[number] | 'loan_terms' | 'deposit_terms' | 'withdrawal_terms' | 'wallet_caps'
interface FormProps {
  label: string
  hint: string
  /** As it is kept. */
  value: string
  busy: boolean
  save(value: string): Promise<boolean | undefined>
}

/** Settings that are set one by one, under a title. */
interface Part {
  title: 'siteDesk.company' | 'siteDesk.pages' | 'siteDesk.promises'
  note?: 'siteDesk.companyHint' | 'siteDesk.promisesHint'
  names: readonly Named[]
}
const parts: readonly Part[] = [
  { title: 'siteDesk.company', note: 'siteDesk.companyHint', names: company },
  { title: 'siteDesk.pages', names: pages },
  { title: 'siteDesk.promises', note: 'siteDesk.promisesHint', names: promised },
]

/** Promises are numbers, typed in the digits of any language. */
const isPromise = (name: Named): boolean => promised.some((one) => one === name)

/** How the market looks, who runs it, and the website's other settings. */
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
  const values = new Map(data.settings.map(({ name, value }) => [name, value]))
  const kept = (name: string): string => values.get(name) ?? ''
  const set = async (name: string, value: string) => {
    if (await site.act({ name, value })) asked.again()
  }
  const of = (name: OfForm): FormProps => ({
    label: t(`operatorSettings.${name}`),
    hint: t(`operatorHints.${name}`),
    value: kept(name),
    busy: site.busy,
    save: async (value) => (await site.act({ name, value })) && true,
  })
  return (
    <div className={styles.stack}>
      <Section title={t('siteDesk.identity')}>
        <AppearanceForm
          settings={{ web_name: kept('web_name'), color: kept('color'), description: kept('description') }}
          logo={data.logo ?? null}
          onSaved={asked.again}
        />
      </Section>
      {parts.map(({ title, note, names }) => (
        <Section key={title} title={t(title)} note={note && <p className={styles.soft}>{t(note)}</p>}>
          {names
            .filter((name) => values.has(name))
            .map((name) => (
              <OneSetting
                key={name}
                label={t(`operatorSettings.${name}`)}
                hint={t(`operatorHints.${name}`)}
                value={kept(name)}
                busy={site.busy}
                save={async (value) =>
                  (await site.act({ name, value: isPromise(name) ? latin(value) : value })) && true
                }
              />
            ))}
          {title === 'siteDesk.pages' && (
            <>
              <FooterGroups
                value={kept('footer_news')}
                busy={site.busy}
                save={(value) => void set('footer_news', value)}
              />
              <PaymentMethods
                value={kept('payment_methods')}
                busy={site.busy}
                save={(value) => void set('payment_methods', value)}
              />
            </>
          )}
          {title === 'siteDesk.pages' &&
            named
              .filter((name) => values.has(name))
              .map((name) => <PartnersForm key={`${name} ${kept(name)}`} {...of(name)} />)}
        </Section>
      ))}
      <Terms of={of} />
    </div>
  )
}

/** The terms of loans, deposits and withdrawals. */
function Terms({ of }: { of(name: OfForm): FormProps }) {
  const { t } = useTranslation()
  return (
    <Section title={t('siteDesk.terms')}>
      <LoanTermsForm {...of('loan_terms')} />
      <PairTermsForm {...of('deposit_terms')} columns={[t('siteDesk.least'), t('siteDesk.confirmations')]} />
      <PairTermsForm {...of('withdrawal_terms')} columns={[t('siteDesk.fee'), t('siteDesk.least')]} />
      <PairTermsForm {...of('wallet_caps')} columns={[t('siteDesk.most')]} />
    </Section>
  )
}
