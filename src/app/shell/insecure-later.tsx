import type { i18n } from 'i18next'
import { useEffect, useState } from 'react'
import { loadTexts, startI18n } from '../../data/texts/i18n.ts'
import styles from './insecure.module.css'

/** Explains why nothing can be kept on this device at this address, and what to do about it. */
export function Insecure() {
  const [translator, setTranslator] = useState<i18n>()
  useEffect(() => {
    void startI18n().then(async (started) => {
      await loadTexts('insecure')
      setTranslator(started)
    })
  }, [])
  if (!translator) return null
  const { t } = translator
  const origin = `https://${location.host}`
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{t('insecure.title')}</h1>
      <p>{t('insecure.why')}</p>
      <p>{t('insecure.what')}</p>
      <ul className={styles.ways}>
        <li>
          <a href={origin} className={styles.link}>
            {origin}
          </a>
        </li>
        <li>
          <code dir="ltr">http://localhost:{location.port || '80'}</code>
        </li>
      </ul>
    </main>
  )
}
