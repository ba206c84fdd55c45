import { useTranslation } from 'react-i18next'
import { FooterGroups, PaymentMethods } from './footer-settings.tsx'
import { LoanTermsForm } from './loan-terms-form.tsx'
import { PairTermsForm } from './pair-terms-form.tsx'
import { PartnersForm } from './partners-form.tsx'

const named = ['payment_sources', 'partners'] as const
type Name = (typeof named)[number] | 'loan_terms' | 'deposit_terms' | 'withdrawal_terms' | 'wallet_caps'

interface FormsProps {
  /** Settings as they are kept, by their names. */
  values: ReadonlyMap<string, string>
  busy: boolean
  save(name: string, value: string): Promise<boolean | undefined>
  /** Asks for the settings anew. */
  again(): void
}

/** The props of each setting's form. */
function useForms({ values, busy, save }: FormsProps) {
  const { t } = useTranslation()
  return (name: Name) => ({
    label: t(`operatorSettings.${name}`),
    hint: t(`operatorHints.${name}`),
    value: values.get(name) ?? '',
    busy,
    save: (value: string) => save(name, value),
  })
}

/** The contents of the footer: groups of articles, payment methods, and businesses. */
export function FooterForms(props: FormsProps) {
  const { values, busy, save, again } = props
  const of = useForms(props)
  const listed = (name: string) => ({
    value: values.get(name) ?? '',
    busy,
    save: async (value: string) => {
      if (await save(name, value)) again()
    },
  })
  return (
    <>
      <FooterGroups {...listed('footer_news')} />
      <PaymentMethods {...listed('payment_methods')} />
      {named
        .filter((name) => values.has(name))
        .map((name) => (
          <PartnersForm key={`${name} ${values.get(name)}`} {...of(name)} />
        ))}
    </>
  )
}

/** The terms of loans, deposits and withdrawals. */
export function TermsForms(props: FormsProps) {
  const { t } = useTranslation()
  const of = useForms(props)
  return (
    <>
      <LoanTermsForm {...of('loan_terms')} />
      <PairTermsForm {...of('deposit_terms')} columns={[t('siteDesk.least'), t('siteDesk.confirmations')]} />
      <PairTermsForm {...of('withdrawal_terms')} columns={[t('siteDesk.fee'), t('siteDesk.least')]} />
      <PairTermsForm {...of('wallet_caps')} columns={[t('siteDesk.most')]} />
    </>
  )
}
