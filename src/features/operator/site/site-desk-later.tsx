import { useTranslation } from 'react-i18next'
import { later } from '../../../data/loading/later.tsx'
import { latin } from '../../../parts/forms/typed-number.ts'
import { Section } from '../../../ui/blocks/card.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AppearanceForm } from '../appearance/appearance-form.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { OneSetting } from '../one-setting.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { useOperatorCall } from '../use-operator-call.ts'

// Below the first screen, and several forms each.
const FooterForms = later('site-forms', async () => (await import('./site-forms-later.tsx')).FooterForms)
const TermsForms = later('site-forms', async () => (await import('./site-forms-later.tsx')).TermsForms)

const company = ['legal_name', 'legal_address', 'tax_number', 'contact_email', 'contact_phone'] as const
const pages = ['service_url'] as const
const promised = ['ship_days', 'review_hours'] as const
type Named = (typeof company | typeof pages | typeof promised)[number]

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
  const asked = useOperatorCall('operator.site', {})
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
  const save = async (name: string, value: string) => (await site.act({ name, value })) && true
  const forms = { values, busy: site.busy, save, again: asked.again, instead: <Skeleton height="24rem" /> }
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
                save={(value) => save(name, isPromise(name) ? latin(value) : value)}
              />
            ))}
          {title === 'siteDesk.pages' && <FooterForms {...forms} />}
        </Section>
      ))}
      <Section title={t('siteDesk.terms')}>
        <TermsForms {...forms} />
      </Section>
    </div>
  )
}
