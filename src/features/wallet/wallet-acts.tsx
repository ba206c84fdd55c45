import History from 'lucide-react/icons/history'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useMethods } from './use-methods.ts'
import styles from './wallet.module.css'

/** The links from the wallet to topping up, and to the top-up records. */
export function WalletActs() {
  const { t } = useTranslation()
  const { methods } = useMethods()
  return (
    <div className={styles.acts}>
      {methods?.length !== 0 && (
        <ButtonLink icon={<Plus />} href={links.recharge()}>
          {t('recharge.topUp')}
        </ButtonLink>
      )}
      <ButtonLink kind="secondary" icon={<History />} href={links.recharges}>
        {t('recharge.records')}
      </ButtonLink>
    </div>
  )
}
