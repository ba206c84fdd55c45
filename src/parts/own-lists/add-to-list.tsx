import ListPlus from 'lucide-react/icons/list-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Listed } from '#contract/own-lists/rules.ts'
import { later } from '../../data/loading/later.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'

const ChooseList = later('add-to-list', async () => (await import('./add-to-list-later.tsx')).ChooseList)

/** Puts products with their quantities onto one of the person's own lists; `short` is an icon alone. */
export function AddToList({
  lines,
  short = false,
  small = false,
}: {
  lines: readonly Listed[]
  short?: boolean
  small?: boolean
}) {
  const { t } = useTranslation()
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const press = () => (lines.length > 0 ? setOpen(true) : toast({ text: t('app.nothingToList'), kind: 'bad' }))
  return (
    <>
      {short ? (
        <IconButton label={t('app.addToList')} icon={<ListPlus />} look="framed" onClick={press} />
      ) : (
        <Button kind="quiet" small={small} icon={<ListPlus />} onClick={press}>
          {t('app.addToList')}
        </Button>
      )}
      {open && <ChooseList lines={lines} onClose={() => setOpen(false)} />}
    </>
  )
}
