import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stored } from '#localdb/queries/stored.ts'
import { useLive } from '../../data/use-live.ts'
import { useStorage } from '../../data/use-storage.ts'
import { useFormat } from '../../parts/use-format.ts'
import { FreeUp } from './free-up.tsx'
import styles from './sync.module.css'

/** What is stored on this device, by what it is for, and what of it can be dropped. */
export function StoredList() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const size = useSize()
  const counts = useLive(stored, [])
  const { use, refresh } = useStorage()
  if (!counts) return null
  const { own, catalogue, search } = counts
  const numbers = <T extends object>(of: T) => Object.fromEntries(Object.entries(of).map(([name, n]) => [name, number(n as number)]))
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('sync.stored')}</h2>
      <ul className={styles.list} aria-label={t('sync.stored')}>
        <Purpose title={t('sync.own')} text={t('sync.ownText', numbers(own) as Record<keyof typeof own, string>)} />
        <Purpose title={t('sync.catalogue')} text={t('sync.catalogueText', numbers(catalogue) as Record<keyof typeof catalogue, string>)}>
          {catalogue.products + catalogue.pages > 0 && <FreeUp what="catalogue" freed={refresh} />}
        </Purpose>
        <Purpose title={t('sync.searchIndex')} text={[t('sync.searchText', { products: number(search.products) }), search.bytes > 0 && size(search.bytes)].filter(Boolean).join(' · ')} />
        {use?.pictures !== undefined && (
          <Purpose title={t('sync.pictures')} text={t('sync.picturesText', { n: number(use.pictures) })}>{use.pictures > 0 && <FreeUp what="pictures" freed={refresh} />}</Purpose>
        )}
        {use?.files !== undefined && <Purpose title={t('sync.app')} text={t('sync.appText', { n: number(use.files) })} />}
      </ul>
      {use?.bytes && <p className={styles.soft}>{t('sync.usedData', { size: size(use.bytes.data) })} · {t('sync.usedFiles', { size: size(use.bytes.files) })}</p>}
      {use && <p className={styles.soft}>{use.quota > 0 ? t('sync.used', { used: size(use.used), quota: size(use.quota) }) : t('sync.usedUnknown')}</p>}
    </section>
  )
}

function Purpose({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <li className={styles.change}>
      <h3 className={styles.thing}>{title}</h3>
      <p className={styles.soft}>{text}</p>
      {children}
    </li>
  )
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes as the language writes it. */
function useSize(): (bytes: number) => string {
  const { locale } = useFormat()
  return (bytes) => {
    const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
    return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step], unitDisplay: 'short', maximumFractionDigits: step > 1 ? 1 : 0 }).format(bytes / 1000 ** step)
  }
}
