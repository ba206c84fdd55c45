import { useTranslation } from 'react-i18next'
import type { CallOutput } from '../../../data/use-call.ts'
import { CopyText } from '../../../parts/format/copy-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import styles from '../operator.module.css'
import type { Signing } from '../use-signing.ts'

interface ApprovalKeyProps {
  signing: Signing
  desk: Pick<CallOutput<'operator.withdrawals'>, 'signer' | 'signerAway'>
}

/** The operator's key: missing, not yet accepted by the signer, or ready. */
export function ApprovalKeySection({ signing: { key, busy, make }, desk: { signer, signerAway } }: ApprovalKeyProps) {
  const { t } = useTranslation()
  return (
    <>
      {signerAway && <Notice tone="warn">{t('signing.away')}</Notice>}
      {key === null && (
        <Card className={styles.stack}>
          <h2 className={styles.what}>{t('signing.title')}</h2>
          <p>{t('signing.text')}</p>
          <Button busy={busy} onClick={() => void make()}>
            {t('signing.make')}
          </Button>
        </Card>
      )}
      {key && signer && !signer.keys.includes(key) && (
        <Notice tone="warn">
          {t('signing.unknown')}
          <div className={styles.what} dir="ltr">
            <CopyText text={key} label={t('signing.copy')} copied={t('signing.copied')} />
          </div>
        </Notice>
      )}
    </>
  )
}
