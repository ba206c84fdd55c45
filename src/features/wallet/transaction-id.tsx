import { useTranslation } from 'react-i18next'
import { CopyText } from '../../parts/format/copy-text.tsx'
import styles from './wallet.module.css'

/** The id of a network's transaction, which a tap copies. */
export function TransactionId({ txid }: { txid: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <p className={styles.soft}>{t('recharge.txid')}</p>
      <p className={styles.text} dir="ltr">
        <CopyText text={txid} label={`${t('recharge.copyTxid')}: ${txid}`} copied={t('recharge.copiedTxid')} />
      </p>
    </div>
  )
}
