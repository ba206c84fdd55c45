import ImagePlus from 'lucide-react/icons/image-plus'
import X from 'lucide-react/icons/x'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { LINE_PICTURES_MAX } from '#contract/messages/rules.ts'
import { useKeepPicture } from '../../data/pictures/use-keep-picture.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import styles from './talk.module.css'
import { useFormat } from '../format/use-format.ts'

interface TalkPicturesProps {
  /** The ids of the files that the next line shows. */
  files: readonly string[]
  /** Changes are based on the last one: several pictures may be kept one after the other. */
  onChange(next: (files: string[]) => string[]): void
  /** The desk at which they are kept, where it is a store's, and how they are shown from there. */
  keepAs: string | undefined
  Own: ComponentType<{ file: string; alt: string }>
}

/** The pictures that a conversation's next line shows, each with its removal, and the button for more. */
export function TalkPictures({ files, onChange, keepAs, Own }: TalkPicturesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { keep, busy } = useKeepPicture(keepAs)
  const add = async (chosen: readonly File[]) => {
    for (const file of chosen.slice(0, LINE_PICTURES_MAX - files.length)) {
      const kept = await keep(file)
      if (kept !== undefined) onChange((before) => (before.includes(kept) ? before : [...before, kept]))
    }
  }
  return (
    <>
      {files.length > 0 && (
        <ul className={styles.chosen} aria-label={t('talks.pictures')}>
          {files.map((file, n) => (
            <li key={file}>
              <Own file={file} alt={t('pictures.chosen', { n: format.number(n + 1) })} />
              <IconButton
                label={t('pictures.remove', { n: format.number(n + 1) })}
                icon={<X />}
                onClick={() => onChange((before) => before.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <label className={styles.add} title={t('pictures.add')}>
        <ImagePlus aria-hidden="true" />
        <span className="visually-hidden">{t(busy ? 'pictures.adding' : 'pictures.add')}</span>
        <input
          type="file"
          accept="image/*"
          multiple
          disabled={busy || files.length >= LINE_PICTURES_MAX}
          onChange={(e) => {
            const chosen = [...(e.target.files ?? [])]
            e.target.value = ''
            void add(chosen)
          }}
        />
      </label>
    </>
  )
}
