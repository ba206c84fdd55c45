import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { AddressText } from '../../../parts/addresses/address-text.tsx'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { clearAddressOf } from './address-of.ts'
import styles from './sale.module.css'
import type { OpenedSale } from './use-sales.ts'

/** The buyer of an order, the delivery address, the buyer's number of the order, and their remark. */
export function SaleTo({ sale, clear }: OpenedSale) {
  const { t } = useTranslation()
  const at = useStoreParam()
  if (clear === undefined) return <Skeleton height="9rem" />
  const address = clear && clearAddressOf(clear)
  return (
    <Card className={styles.headed}>
      <Section title={t('centre.deliverTo')}>
        {clear === null ? (
          <p>{t('addresses.unreadable')}</p>
        ) : (
          <div className={styles.stack}>
            {address ? <AddressText address={address} /> : <p className={styles.soft}>{t('centre.noAddress')}</p>}
            <dl className={styles.facts}>
              <div>
                <dt>{t('papers.buyer')}</dt>
                <dd>
                  <bdi>{clear.buyer || t('centre.leftBuyer')}</bdi>
                </dd>
              </div>
              {clear.poNumber && (
                <div>
                  <dt>{t('centre.poNumber')}</dt>
                  <dd>
                    <bdi>{clear.poNumber}</bdi>
                  </dd>
                </div>
              )}
            </dl>
            {clear.buyer && (
              <ButtonLink kind="secondary" small href={links.centreDraw(`sale/${encodeURIComponent(sale.id)}`, at)}>
                {t('asks.draw')}
              </ButtonLink>
            )}
            {clear.remark && (
              <div className={styles.remark}>
                <strong>{t('centre.remark')}</strong>
                <p dir="auto">{clear.remark}</p>
              </div>
            )}
          </div>
        )}
      </Section>
    </Card>
  )
}
