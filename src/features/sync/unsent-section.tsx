import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SaveUnsent, type Saved } from './save-unsent.tsx'
import styles from './sync.module.css'
import { TakeUnsent, type TakenChanges } from './take-unsent.tsx'

const counts = ['recorded', 'already', 'there', 'elsewhere', 'takenBack', 'refused', 'unreadable', 'left'] as const

/** Saves the waiting changes to a sealed file, and takes over those of a file from another device of this person. */
export function UnsentSection({ waiting }: { waiting: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [open, setOpen] = useState<'save' | 'take' | undefined>(undefined)
  const [saved, setSaved] = useState<Saved | undefined>(undefined)
  const [taken, setTaken] = useState<TakenChanges | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('sync.file.title')}</h2>
      <p className={styles.soft}>{t('sync.file.text')}</p>
      <div role="status" className={styles.section}>
        {saved && (
          <>
            {/* Isolated: in right-to-left text its parts would change places. */}
            <p>
              {t('sync.file.saved', { name: `\u2068${saved.name}\u2069`, n: number(saved.intents) })}{' '}
              <a className={styles.again} href={saved.url} download={saved.name}>
                {t('sync.file.saveAgain')}
              </a>
            </p>
            {saved.unreadable > 0 && (
              <p className={styles.warn}>{t('sync.file.leftOut', { n: number(saved.unreadable) })}</p>
            )}
          </>
        )}
        {taken && (
          <>
            <p>{t('sync.file.taken')}</p>
            <ul className={styles.list} aria-label={t('sync.file.taken')}>
              {counts
                .filter((of) => taken[of] > 0 || (of === 'recorded' && counts.every((other) => taken[other] === 0)))
                .map((of) => (
                  <li key={of} className={styles.change}>
                    {t(`sync.file.count.${of}`, { n: number(taken[of]) })}
                  </li>
                ))}
            </ul>
          </>
        )}
      </div>
      {waiting === 0 && <p className={styles.soft}>{t('sync.waitingNone')}</p>}
      <div className={styles.actions}>
        {waiting > 0 && (
          <Button kind="secondary" onClick={() => setOpen('save')}>
            {t('sync.file.save')}
          </Button>
        )}
        <Button kind="secondary" onClick={() => setOpen('take')}>
          {t('sync.file.take')}
        </Button>
      </div>
      <SaveUnsent
        open={open === 'save'}
        onClose={close}
        done={(file) => {
          setTaken(undefined)
          setSaved(file)
          close()
        }}
      />
      <TakeUnsent
        open={open === 'take'}
        onClose={close}
        done={(fates) => {
          setSaved(undefined)
          setTaken(fates)
          close()
        }}
      />
    </section>
  )
}
