import { useTranslation } from 'react-i18next'
import { ShownPictures } from '../../../parts/pictures/shown-pictures.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import type { DisputeShown } from './dispute-order.tsx'
import styles from './disputes.module.css'

/** The texts and pictures that buyer and store sent each other about the order. */
export function DisputeTalk({ talk }: { talk: DisputeShown['talk'] }) {
  const { t } = useTranslation()
  return (
    <ol className={styles.lines} aria-label={t('disputes.talk')}>
      {talk.map(({ mine, text, pictures, at }, n) => (
        <li key={n} className={styles.about}>
          <span className={styles.figures}>
            <strong>{t(mine ? 'disputes.buyer' : 'disputes.store')}</strong>
            <span className={styles.soft}>
              <RelativeTime at={at} />
            </span>
          </span>
          {text && (
            <span className={styles.words} dir="auto">
              {text}
            </span>
          )}
          <ShownPictures pictures={pictures} />
        </li>
      ))}
    </ol>
  )
}
