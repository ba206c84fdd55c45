import HandCoins from 'lucide-react/icons/hand-coins'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenLoan, type LoanTerms } from '#contract/loans/rules.ts'
import { loanItems, type LoanItem } from '#localdb/queries/loans/items.ts'
import { isDemo } from '#localdb/queries/site.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { SiteFooter } from '../../parts/site/site-footer.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { LoanCard } from './loan-card.tsx'
import { LoanForm } from './loan-form.tsx'
import { LoanTermsCard } from './loan-terms.tsx'
import styles from './loans.module.css'

/** Applying for a loan (spec §2): the terms, the application with its answer, and the earlier ones. */
export function LoanScreen() {
  const person = usePerson()
  const settings = useSettings()
  const demo = useLive(isDemo, [], false)
  const sealed = useLive(loanItems, [])
  const own = useUnsealed(sealed, 'loans')
  const loans = person?.guest ? [] : own
  return (
    <Screen width="narrow">
      <div className={styles.page}>
        {!person || !settings || !loans ? (
          <>
            <Skeleton height="9rem" />
            <Skeleton height="22rem" />
          </>
        ) : (
          <Loans uid={person.guest ? undefined : person.uid} terms={settings.loans ?? null} loans={loans} />
        )}
        <Suspense>
          <SiteFooter demo={demo} />
        </Suspense>
      </div>
    </Screen>
  )
}

/** The person's loans, and the form for a new one; `uid` is undefined for a guest. */
function Loans({
  uid,
  terms,
  loans: [latest, ...before],
}: {
  uid: string | undefined
  terms: LoanTerms | null
  loans: readonly LoanItem[]
}) {
  const { t } = useTranslation()
  if (!terms && !latest)
    return (
      <EmptyState
        icon={<HandCoins />}
        title={t('loans.off')}
        text={t('loans.offHint')}
        action={<ButtonLink href={links.home}>{t('loans.browse')}</ButtonLink>}
      />
    )
  const waits = latest !== undefined && isOpenLoan(latest.state)
  return (
    <>
      {latest && <LoanCard key={latest.id} loan={latest} />}
      {!waits && !terms && <Notice>{t('loans.offHint')}</Notice>}
      {!waits && terms && <LoanTermsCard terms={terms} />}
      {!waits && terms && uid !== undefined && <LoanForm key={uid} uid={uid} terms={terms} />}
      {uid === undefined && (
        <EmptyState
          icon={<HandCoins />}
          title={t('loans.guest')}
          text={t('loans.guestHint')}
          action={<ButtonLink href={links.login(false, links.loan)}>{t('loans.signIn')}</ButtonLink>}
        />
      )}
      {before.length > 0 && (
        <section className={styles.page} aria-labelledby="loans-before">
          <h2 id="loans-before" className={styles.title}>
            {t('loans.before')}
          </h2>
          {before.map((loan) => (
            <LoanCard key={loan.id} loan={loan} />
          ))}
        </section>
      )}
    </>
  )
}
