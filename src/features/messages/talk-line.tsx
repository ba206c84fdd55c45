import { useTranslation } from 'react-i18next'
import { pictureUrl } from '#contract/rules/pictures.ts'
import type { TalkLine } from '#contract/schema/message-rows.ts'
import { OwnPicture } from '../../parts/own-picture.tsx'
import { pictureSources } from '../../parts/picture-sources.ts'
import { useFormat } from '../../parts/use-format.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { cx } from '../../ui/cx.ts'
import { Picture } from '../../ui/picture.tsx'
import { intl } from '../../ui/intl.ts'
import styles from './talks.module.css'

/** One line of a conversation; one that waits says so. */
export function TalkLineRow({ line, waits, name }: { line: TalkLine; waits: boolean; name: string }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { mine, text, at } = line
  return (
    <div className={cx(styles.line, mine && styles.mine)}>
      <span className="visually-hidden">{mine ? t('talks.you') : name}</span>
      {text !== '' && (
        <p className={styles.said} dir="auto">
          {text}
        </p>
      )}
      <LinePictures line={line} />
      <p className={styles.at}>
        {waits ? (
          <>
            {t('talks.waits')} <SyncMark />
          </>
        ) : (
          <time dateTime={new Date(at).toISOString()}>{intl('date', locale, { timeStyle: 'short' }).format(at)}</time>
        )}
      </p>
    </div>
  )
}

/** The pictures of a line: as others see them, or as they are kept here until then. */
function LinePictures({ line: { files = [], pictures = [] } }: { line: TalkLine }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const alt = (n: number): string => t('pictures.chosen', { n: number(n + 1) })
  if (files.length + pictures.length === 0) return null
  return (
    <div className={styles.pictures}>
      {pictures.length > 0
        ? pictures.map((picture, n) => (
            <a
              key={picture.src}
              href={pictureUrl(picture.src, 720, 'webp')}
              target="_blank"
              rel="noopener"
              className={styles.shown}
            >
              <Picture sources={pictureSources(picture)} alt={alt(n)} tint={picture.tint} sizes="128px" />
            </a>
          ))
        : files.map((file, n) => <OwnPicture key={file} file={file} alt={alt(n)} />)}
    </div>
  )
}
