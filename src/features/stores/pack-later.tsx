import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PACK_BYTES_MAX, PACKS_MAX } from '#contract/packs/rules.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import { packOf } from '#localdb/queries/packs.ts'
import { useCall, type CallOutput, type Failed } from '../../data/use-call.ts'
import { useLive } from '../../data/use-live.ts'
import { isSavingData } from '../../data/device/saver.ts'
import { PackRowView } from '../../parts/stores/pack-row.tsx'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useSize } from '../../parts/format/use-size.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { SkeletonText } from '../../ui/blocks/skeleton.tsx'
import styles from './stores.module.css'

/** How large a store is, before anything is fetched; then how far it has come, and what can be done with it. */
export function PackSheet({ store, onClose }: { store: Store; onClose(): void }) {
  const { t } = useTranslation()
  const pack = useLive((db) => packOf(db, store.id), [store.id])
  return (
    <Sheet open onClose={onClose} title={t('store.takeAlong')}>
      <div className={styles.pack}>
        <p>{t('pack.what', { name: store.name })}</p>
        {pack === undefined ? (
          <SkeletonText lines={2} />
        ) : pack === null ? (
          <Offer store={store} />
        ) : (
          <PackRowView pack={pack} titled={false} />
        )}
      </div>
    </Sheet>
  )
}

type Size = CallOutput<'catalogue.pack'>

/** The size of a store, and the way to take it. */
function Offer({ store: { id, name } }: { store: Store }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const size = useSize()
  const failureText = useFailureText()
  const ask = useCall('catalogue.pack')
  const take = useCall('pack.take')
  const [found, setFound] = useState<Size>()
  const [failure, setFailure] = useState<Failed>()
  const [full, setFull] = useState(false)
  const [pictures, setPictures] = useState(!isSavingData())
  const { call } = ask
  useEffect(() => {
    let current = true
    void call({ id }).then((outcome) => {
      if (!current) return
      if (outcome.kind === 'accepted') setFound(outcome.data)
      else setFailure(outcome)
    })
    return () => {
      current = false
    }
  }, [call, id])
  const start = async () => {
    const outcome = await take.call({ id, name, pictures })
    setFailure(outcome.kind === 'accepted' ? undefined : outcome)
    setFull(outcome.kind === 'accepted' && outcome.data.full)
  }
  return (
    <>
      {failure && (
        <Notice tone="bad" urgent>
          {failureText(failure)}
        </Notice>
      )}
      {full && (
        <Notice tone="bad" urgent>
          {t('pack.full', { max: number(PACKS_MAX), size: size(PACK_BYTES_MAX) })}
        </Notice>
      )}
      {!found && !failure && <SkeletonText lines={2} />}
      {found && (
        <>
          <p aria-live="polite">{t('pack.size', { n: number(found.ids.length), size: size(found.bytes) })}</p>
          {isSavingData() && <Notice>{t('pack.saveData')}</Notice>}
          <Checkbox
            checked={pictures}
            onChange={setPictures}
            label={t('pack.pictures', { n: number(found.pictures) })}
          />
          <Button wide busy={take.busy} onClick={() => void start()}>
            {t('pack.start')}
          </Button>
        </>
      )}
    </>
  )
}
