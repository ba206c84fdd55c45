import Package from 'lucide-react/icons/package'
import { useTranslation } from 'react-i18next'
import { later } from '../../data/loading/later.tsx'
import { usePerson } from '../../data/use-person.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Converted } from '../money/converted.tsx'

const FirstSteps = later('first-steps', async () => (await import('./first-steps-later.tsx')).FirstSteps)

/**
 * Beneath the products of home: the rates of their prices. Where nothing is sold yet, that, and to an operator who has
 * entered, the ways to what comes before the first sale.
 */
export function HomeNote({ rows }: { rows: readonly { currency: string }[] }) {
  return rows.length > 0 ? <Converted rows={rows} /> : <NothingYet />
}

function NothingYet() {
  const { t } = useTranslation()
  const person = usePerson()
  const account = useProfile()
  const asks = person !== undefined && !person.guest && account?.link?.session === 'ok'
  useWant('user.profile', {}, asks)
  const operates = account?.uid === person?.uid && account?.profile?.operator
  return (
    <>
      <EmptyState icon={<Package />} title={t('beneath.nothing')} text={t('beneath.nothingText')} />
      {operates && <FirstSteps />}
    </>
  )
}
