import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useMethods } from './use-methods.ts'
import { useWithdrawing } from './use-withdrawing.ts'
import styles from './wallet.module.css'

/** The links from the wallet to topping up and withdrawing, and to the records of both. */
export function WalletActs() {
  const { t } = useTranslation()
  const { methods } = useMethods()
  const withdrawing = useWithdrawing()
  return (
    <div className={styles.acts}>
      {methods?.length !== 0 && (
        <ButtonLink icon={<Plus />} href={links.recharge()}>
          {t('recharge.topUp')}
        </ButtonLink>
      )}
      {withdrawing !== null && withdrawing?.methods.length !== 0 && (
        <ButtonLink kind="secondary" icon={<ArrowUpRight className="mirrors" />} href={links.withdraw()}>
          {t('withdraw.start')}
        </ButtonLink>
      )}
      <ButtonLink kind="quiet" href={links.recharges}>
        {t('recharge.records')}
      </ButtonLink>
      <ButtonLink kind="quiet" href={links.withdrawals}>
        {t('withdraw.records')}
      </ButtonLink>
    </div>
  )
}
