import { useRef, type ReactNode, type Ref, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { stored, type StoredCounts } from '#localdb/queries/search/stored.ts'
import { useLive } from '../../data/use-live.ts'
import type { DeviceStorage, StorageUse } from '../../data/device/use-storage.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useSize } from '../../parts/format/use-size.ts'
import { SkeletonText } from '../../ui/blocks/skeleton.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { FreeUp } from './free-up.tsx'
import styles from './sync.module.css'

/** The data stored on this device by purpose, and the parts that can be dropped. */
export function StoredList({ storage: { use, refresh } }: { storage: DeviceStorage }) {
  const { t } = useTranslation()
  const size = useSize()
  const counts = useLive(stored, [])
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles.section}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('sync.stored')}
      </h2>
      {counts && use ? (
        <Purposes counts={counts} use={use} freed={refresh} heading={heading} />
      ) : (
        <SkeletonText lines={8} />
      )}
      {use?.bytes && (
        <p className={styles.soft}>
          {t('sync.usedData', { size: size(use.bytes.data) })} · {t('sync.usedFiles', { size: size(use.bytes.files) })}
        </p>
      )}
      {use && (
        <p className={styles.soft}>
          {use.quota > 0 ? t('sync.used', { used: size(use.used), quota: size(use.quota) }) : t('sync.usedUnknown')}
        </p>
      )}
    </section>
  )
}

function Purposes({
  counts: { own, catalogue, search },
  use,
  freed,
  heading,
}: {
  counts: StoredCounts
  use: StorageUse
  freed(): void
  heading: RefObject<HTMLElement | null>
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const size = useSize()
  const numbers = <T extends object>(of: T) =>
    Object.fromEntries(Object.entries(of).map(([name, n]) => [name, number(n as number)]))
  const rows = catalogue.products + catalogue.pages > 0
  const pictures = use.pictures !== undefined && use.pictures > 0
  // A row that was dropped leaves the list, and the focus would go with it.
  const ofRows = useKeptFocus(rows ? ['rows'] : [], heading)
  const ofPictures = useKeptFocus(pictures ? ['pictures'] : [], heading)
  return (
    <ul aria-label={t('sync.stored')}>
      <Purpose title={t('sync.own')} text={t('sync.ownText', numbers(own) as Record<keyof typeof own, string>)} />
      <Purpose
        ref={ofRows('rows')}
        title={t('sync.catalogue')}
        text={t('sync.catalogueText', numbers(catalogue) as Record<keyof typeof catalogue, string>)}
      >
        {rows && <FreeUp what="catalogue" freed={freed} />}
      </Purpose>
      <Purpose
        title={t('sync.searchIndex')}
        text={[t('sync.searchText', { products: number(search.products) }), search.bytes > 0 && size(search.bytes)]
          .filter(Boolean)
          .join(' · ')}
      />
      {use.pictures !== undefined && (
        <Purpose
          ref={ofPictures('pictures')}
          title={t('sync.pictures')}
          text={t('sync.picturesText', { n: number(use.pictures) })}
        >
          {pictures && <FreeUp what="pictures" freed={freed} />}
        </Purpose>
      )}
      {use.files !== undefined && <Purpose title={t('sync.app')} text={t('sync.appText', { n: number(use.files) })} />}
    </ul>
  )
}

function Purpose({
  title,
  text,
  children,
  ref,
}: {
  title: string
  text: string
  children?: ReactNode
  ref?: Ref<HTMLLIElement>
}) {
  return (
    <li ref={ref} className={styles.purpose}>
      <div>
        <h3>{title}</h3>
        <p className={styles.soft}>{text}</p>
      </div>
      {children}
    </li>
  )
}
