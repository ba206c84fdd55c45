import HardDriveDownload from 'lucide-react/icons/hard-drive-download'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/catalogue/schema.ts'
import { later } from '../../data/loading/later.tsx'
import { Button } from '../../ui/controls/button.tsx'
import styles from './stores.module.css'

const PackSheet = later('pack', async () => (await import('./pack-later.tsx')).PackSheet)

/** Takes a store along: all of its products, for where there is no network. */
export function PackButton({ store }: { store: Store }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" className={styles.means} icon={<HardDriveDownload />} onClick={() => setOpen(true)}>
        {t('store.takeAlong')}
      </Button>
      {open && <PackSheet store={store} onClose={() => setOpen(false)} />}
    </>
  )
}
