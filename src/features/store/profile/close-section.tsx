import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'

/** Whether the store is open: its owner closes it, after a question, and opens it again. */
export function CloseSection() {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const notice = useStoreLive(readStoreNotice)
  const [asks, setAsks] = useState(false)
  const set = async (on: boolean) => {
    const text = t(on ? 'centre.nowClosed' : 'centre.nowOpen')
    if (await mutate('store.close', { on }, { text, kind: 'good' })) setAsks(false)
  }
  return (
    <Section title={t('centre.opening')}>
      {notice ? (
        <Card>
          <div className={styles.form}>
            <p className={styles.soft}>{t(notice.closed ? 'centre.isClosed' : 'centre.isOpen')}</p>
            {notice.closed ? (
              <Button wide onClick={() => void set(false)}>
                {t('centre.open')}
              </Button>
            ) : (
              <Button kind="secondary" wide onClick={() => setAsks(true)}>
                {t('centre.close')}
              </Button>
            )}
          </div>
        </Card>
      ) : (
        <Skeleton height="6rem" />
      )}
      <CloseSheet open={asks} onClose={() => setAsks(false)} close={() => void set(true)} />
    </Section>
  )
}

/** Says what closing does before it is done. */
function CloseSheet({ open, onClose, close }: { open: boolean; onClose(): void; close(): void }) {
  const { t } = useTranslation()
  const { name } = useStore()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('centre.closeTitle', { store: name })}
      footer={
        <Button kind="danger" wide onClick={close}>
          {t('centre.closeNow')}
        </Button>
      }
    >
      <p>{t('centre.closeText')}</p>
      <p>{t('centre.closeGoesOn')}</p>
      <p>{t('centre.closeBack')}</p>
    </Sheet>
  )
}
