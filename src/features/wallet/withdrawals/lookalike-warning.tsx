import { useTranslation } from 'react-i18next'
import { differingCharacters } from '#contract/addresses/parts.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { GroupedAddress } from '../grouped-address.tsx'
import styles from '../wallet.module.css'

interface LookalikeWarningProps {
  address: string
  /** The earlier address that it can be mistaken for. */
  earlier: string
  compared: boolean
  error: string | undefined
  /** The checkbox. */
  ref(input: HTMLElement | null): void
  onCompared(compared: boolean): void
}

/** Warns of an address that looks like an earlier one, and shows both for comparison. */
export function LookalikeWarning({ address, earlier, compared, error, ref, onCompared }: LookalikeWarningProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const differing = differingCharacters(address, earlier).filter(Boolean).length
  return (
    <div className={styles.lookalike}>
      <Notice tone="bad" urgent>
        <strong>{t('withdraw.lookalike')}</strong> {t('withdraw.lookalikeHint')}
      </Notice>
      <dl className={styles.both}>
        <div>
          <dt>{t('withdraw.thisAddress')}</dt>
          <dd>
            <GroupedAddress address={address} other={earlier} />
          </dd>
        </div>
        <div>
          <dt>{t('withdraw.earlierAddress')}</dt>
          <dd>
            <GroupedAddress address={earlier} other={address} />
          </dd>
        </div>
      </dl>
      <p className={styles.soft}>{t('withdraw.differing', { n: number(differing) })}</p>
      <div ref={(box) => ref(box?.querySelector('input') ?? null)}>
        <Checkbox checked={compared} onChange={onCompared} label={t('withdraw.compared')} />
        <p className={styles.bad} role="alert">
          {error}
        </p>
      </div>
    </div>
  )
}
