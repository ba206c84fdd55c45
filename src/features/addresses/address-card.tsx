import { useTranslation } from 'react-i18next'
import type { AddressItem } from '#localdb/queries/addresses.ts'
import { AddressText } from '../../parts/addresses/address-text.tsx'
import { TellMeArea } from '../../parts/watches/tell-me-area.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useAreaNames } from '../../parts/addresses/use-areas.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './addresses.module.css'
import { useAddressActs } from './use-address-acts.ts'

interface AddressCardProps {
  /** With its texts decrypted. */
  item: AddressItem
  isDefault: boolean
  editHref: string
  /** Given when the person chooses a delivery address. */
  onPick?: (() => void) | undefined
}

/** One address of the list, with its sync state and its actions. */
export function AddressCard({ item, isDefault, editHref, onPick }: AddressCardProps) {
  const { address, pending, conflict } = item
  const { t } = useTranslation()
  const acts = useAddressActs()
  const { open } = useAreaNames(address)
  return (
    <li className={styles.card} aria-label={address.recipient}>
      <div className={styles.top}>
        <AddressText address={address} />
        <div className={styles.marks}>
          {isDefault && <Badge tone="brand">{t('addresses.isDefault')}</Badge>}
          {pending > 0 && !conflict && <SyncMark />}
        </div>
      </div>
      {conflict && (
        <Notice
          tone="bad"
          action={
            <ButtonLink kind="quiet" small href={editHref}>
              {t('addresses.review')}
            </ButtonLink>
          }
        >
          {t('addresses.conflict')}
        </Notice>
      )}
      {!open && (
        <Notice
          tone="warn"
          action={
            <TellMeArea
              area={address.province.startsWith(`${address.country}-`) ? address.province : address.country}
            />
          }
        >
          {t('refusals.areaNotOpen')}
        </Notice>
      )}
      <div className={styles.actions}>
        {onPick && (
          <Button small onClick={onPick}>
            {t('addresses.pick')}
          </Button>
        )}
        <ButtonLink kind="quiet" small href={editHref}>
          {t('addresses.edit')}
        </ButtonLink>
        {!isDefault && !onPick && (
          <Button kind="quiet" small onClick={() => void acts.choose(address.id)}>
            {t('addresses.makeDefault')}
          </Button>
        )}
        <Button kind="quiet" small className={styles.delete} onClick={() => void acts.remove(item, isDefault)}>
          {t('addresses.delete')}
        </Button>
      </div>
    </li>
  )
}
