import { useTranslation } from 'react-i18next'
import { useProfile } from '../data/use-profile.ts'
import { Badge } from '../ui/badge.tsx'

/** Says beside an amount that the person's money is worth nothing, where it is. */
export function TestMoney() {
  const { t } = useTranslation()
  const test = useProfile()?.profile?.money.test
  return test ? <Badge tone="warn">{t('mine.testMoney')}</Badge> : null
}
