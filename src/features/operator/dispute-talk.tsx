import { useTranslation } from 'react-i18next'
import { pictureSources } from '../../parts/picture-sources.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Picture } from '../../ui/picture.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Dispute } from './dispute-order.tsx'
import styles from './disputes.module.css'

/** What buyer and store wrote to each other about the order, and showed. */
export function DisputeTalk({ talk }: { talk: Dispute['talk'] }) {
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
          <DisputePictures pictures={pictures} />
        </li>
      ))}
    </ol>
  )
}

/** Pictures that somebody showed, as large as a row allows. */
export function DisputePictures({ pictures }: { pictures: Dispute['report']['pictures'] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (pictures.length === 0) return null
  return (
    <div className={styles.pictures}>
      {pictures.map((picture, n) => (
        <Picture
          key={picture.src}
          sources={pictureSources(picture)}
          alt={t('disputes.picture', { n: number(n + 1) })}
          tint={picture.tint}
          sizes="96px"
          className={styles.shown}
        />
      ))}
    </div>
  )
}
