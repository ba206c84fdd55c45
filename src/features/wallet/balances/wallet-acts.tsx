import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { useMethods } from '../use-methods.ts'
import { mayWithdraw, useWithdrawing } from '../use-withdrawing.ts'
import styles from '../wallet.module.css'

/** The links from the wallet to topping up and withdrawing, and to the records of both. Nobody tops up a store. */
export function WalletActs() {
  const { t } = useTranslation()
  const { methods } = useMethods()
  const withdrawing = useWithdrawing()
  const store = useAccountStore()
  const id = store?.storeId
  return (
    <div className={styles.acts}>
      {!store && methods?.length !== 0 && (
        <ButtonLink icon={<Plus />} href={links.recharge()}>
          {t('recharge.topUp')}
        </ButtonLink>
      )}
      {mayWithdraw(store) && withdrawing !== null && withdrawing?.methods.length !== 0 && (
        <ButtonLink
          kind={store ? 'primary' : 'secondary'}
          icon={<ArrowUpRight className="mirrors" />}
          href={links.withdraw({ store: id })}
        >
          {t('withdraw.start')}
        </ButtonLink>
      )}
      {!store && (
        <ButtonLink kind="quiet" href={links.recharges}>
          {t('recharge.records')}
        </ButtonLink>
      )}
      <ButtonLink kind="quiet" href={links.withdrawals(id)}>
        {t('withdraw.records')}
      </ButtonLink>
    </div>
  )
}
