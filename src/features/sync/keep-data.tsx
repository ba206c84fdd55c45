import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorage } from '../../data/use-storage.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './sync.module.css'

/** Whether the browser has promised to keep what is here, and the way to ask it. */
export function KeepData() {
  const { t } = useTranslation()
  const toast = useToast()
  const { use, keep } = useStorage()
  const [asked, setAsked] = useState(false)
  if (!use) return null
  const ask = async () => {
    const granted = await keep()
    setAsked(true)
    toast(granted ? { text: t('sync.said.kept'), kind: 'good' } : { text: t('sync.said.notKept'), kind: 'bad' })
  }
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('sync.keep')}</h2>
      <p>{t(use.persisted === undefined ? 'sync.keepUnknown' : use.persisted ? 'sync.keepYes' : 'sync.keepNo')}</p>
      {use.persisted === false && asked && <p className={styles.soft}>{t('sync.keepRefused')}</p>}
      {use.persisted === false && <div className={styles.actions}><Button kind="secondary" onClick={() => void ask()}>{t('sync.keepAsk')}</Button></div>}
    </section>
  )
}
