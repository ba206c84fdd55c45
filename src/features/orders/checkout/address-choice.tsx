import MapPin from 'lucide-react/icons/map-pin'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { useWant } from '../../../data/use-want.ts'
import { AddressText } from '../../../parts/addresses/address-text.tsx'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useAreaNames } from '../../../parts/addresses/use-areas.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { CurrencyHint } from './currency-hint.tsx'
import styles from '../orders.module.css'
import type { ClearAddress } from '../../../parts/addresses/use-addresses.ts'

/** The chosen delivery address and the link to another one, or to adding the first. */
export function AddressChoice({ chosen }: { chosen: ClearAddress | undefined }) {
  const { t } = useTranslation()
  const { open } = useAreaNames(chosen ?? { country: '', province: '' })
  // The areas that the market delivers to may have changed since they were last fetched.
  useWant('area.read', {}, chosen !== undefined)
  useWant('area.read', { parent: chosen?.country ?? '' }, chosen !== undefined && chosen.province !== '')
  return (
    <Card className={styles.headed}>
      <Section
        title={t('checkout.address')}
        end={
          chosen && (
            <ButtonLink kind="quiet" href={links.addresses(true)}>
              {t('checkout.change')}
            </ButtonLink>
          )
        }
      >
        {chosen ? (
          <div className={styles.address}>
            <MapPin aria-hidden="true" />
            <AddressText address={chosen} />
            {chosen.pending > 0 && <SyncMark />}
          </div>
        ) : (
          <div className={styles.missing}>
            <p className={styles.soft}>{t('checkout.noAddressHint')}</p>
            <ButtonLink kind="secondary" href={links.address({ pick: true })}>
              {t('checkout.addAddress')}
            </ButtonLink>
          </div>
        )}
      </Section>
      {chosen && <CurrencyHint country={chosen.country} />}
      {!open && <Notice tone="warn">{t('refusals.areaNotOpen')}</Notice>}
    </Card>
  )
}
