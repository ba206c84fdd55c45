import { useTranslation } from 'react-i18next'
import { PACK_BYTES_MAX, PACKS_MAX } from '#contract/packs/rules.ts'
import { packs } from '#localdb/queries/packs.ts'
import { useLive } from '../../data/use-live.ts'
import { PackRowView } from '../../parts/stores/pack-row.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useSize } from '../../parts/format/use-size.ts'
import { Card } from '../../ui/blocks/card.tsx'
import styles from './sync.module.css'

/** The stores that this device takes along, and how many it may. */
export function PacksSection() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const size = useSize()
  const found = useLive(packs, [], [])
  if (found.length === 0) return null
  return (
    <Card>
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('pack.stores')}</h2>
        <ul className={styles.list} aria-label={t('pack.stores')}>
          {found.map((pack) => (
            <li key={pack.id} className={styles.change}>
              <PackRowView pack={pack} />
            </li>
          ))}
        </ul>
        <p className={styles.soft}>{t('pack.bound', { max: number(PACKS_MAX), size: size(PACK_BYTES_MAX) })}</p>
      </section>
    </Card>
  )
}
