import HandCoins from 'lucide-react/icons/hand-coins'
import { useTranslation } from 'react-i18next'
import { isOpenLoan } from '#contract/rules/loans.ts'
import { loanItems } from '#localdb/queries/loans.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { Screen } from '../../parts/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoanCard } from './loan-card.tsx'
import { LoanForm } from './loan-form.tsx'
import { LoanTermsCard } from './loan-terms.tsx'
import styles from './loans.module.css'

/** Applying for a loan (spec §2): the terms, the application with its answer, and the earlier ones. */
export function LoanScreen() {
  const { t } = useTranslation()
  const person = usePerson()
  const settings = useSettings()
  const sealed = useLive(loanItems, [])
  const loans = useUnsealed(sealed, 'loans')
  if (!person || !settings || (!person.guest && !loans))
    return (
      <Screen width="narrow">
        <Skeleton height="9rem" />
        <Skeleton height="22rem" />
      </Screen>
    )
  const terms = settings.loans ?? null
  const known = person.guest ? [] : loans!
  const waits = known.some((loan) => isOpenLoan(loan.state))
  if (!terms && known.length === 0)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<HandCoins />}
          title={t('loans.off')}
          text={t('loans.offHint')}
          action={<ButtonLink href={links.home}>{t('loans.browse')}</ButtonLink>}
        />
      </Screen>
    )
  return (
    <Screen width="narrow">
      <div className={styles.page}>
        {known.slice(0, waits ? 1 : 0).map((loan) => (
          <LoanCard key={loan.id} loan={loan} />
        ))}
        {terms && !waits && (
          <>
            <LoanTermsCard terms={terms} />
            {person.guest ? (
              <EmptyState
                icon={<HandCoins />}
                title={t('loans.guest')}
                text={t('loans.guestHint')}
                action={<ButtonLink href={links.login(false, links.loan)}>{t('loans.signIn')}</ButtonLink>}
              />
            ) : (
              <LoanForm key={person.uid} uid={person.uid} terms={terms} />
            )}
          </>
        )}
        {!waits && !terms && <Notice>{t('loans.offHint')}</Notice>}
        {known.length > (waits ? 1 : 0) && (
          <section className={styles.page} aria-labelledby="loans-before">
            <h2 id="loans-before">{t('loans.before')}</h2>
            {known.slice(waits ? 1 : 0).map((loan) => (
              <LoanCard key={loan.id} loan={loan} />
            ))}
          </section>
        )}
      </div>
    </Screen>
  )
}
