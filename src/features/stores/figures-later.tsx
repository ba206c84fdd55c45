import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import type { Figure } from './figure.ts'
import styles from './stores.module.css'

export { AnswerTime } from '../../parts/stores/answer-time.tsx'

/** The meaning of each figure of a store, with its exact value. */
export function FigureMeanings({ figures, demo, onClose }: { figures: Figure[]; demo: boolean; onClose(): void }) {
  const { t } = useTranslation()
  const means: Record<Figure['id'], string> = {
    sales: t('store.salesMeans', { currency: figures[0]?.currency ?? '' }),
    sold: t('store.soldMeans'),
    credit: t('store.creditMeans'),
    products: t('store.productsMean'),
    followers: t('store.followersMean'),
  }
  return (
    <Sheet open onClose={onClose} title={t('store.figures')}>
      <div className={styles.meanings}>
        {demo && <Notice>{t('store.demo')}</Notice>}
        <dl className={styles.meanings}>
          {figures.map((f) => (
            <div key={f.id}>
              <dt>
                {f.name} <strong>{f.exact}</strong>
              </dt>
              <dd>{means[f.id]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Sheet>
  )
}
