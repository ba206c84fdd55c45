import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { writeTable } from '#contract/text/table-text.ts'
import type { PadShown } from '../../data/use-answer.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { usePadFaultText } from './use-fault-text.ts'
import type { KeyedRow, PadActs } from './use-pad.ts'

/** The URL of a saved file is revoked this long after it was saved (ms). */
const SAVED = 60_000

interface MenuProps {
  acts: PadActs
  rows: readonly KeyedRow[]
  lines: ReadonlyMap<number, PadShown>
}

/** The actions on all rows: save them as a file, or remove them. */
export function PadMenu({ acts, rows, lines }: MenuProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const cellsOf = useCells()
  const save = () => {
    const head = ['code', 'quantity', 'product', 'unitPrice', 'amount', 'currency', 'note'] as const
    const text = writeTable([
      head.map((name) => t(`pad.${name}`)),
      ...rows.map((row) => cellsOf(row, lines.get(row.key))),
    ])
    const href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
    Object.assign(document.createElement('a'), { href, download: `${t('pad.fileName')}.csv` }).click()
    window.setTimeout(() => URL.revokeObjectURL(href), SAVED)
  }
  const clear = () => {
    acts.restore([])
    toast({ text: t('pad.cleared'), action: { label: t('pad.undo'), run: () => acts.restore(rows) } })
  }
  return (
    <>
      <IconButton label={t('pad.save')} icon={<Download />} onClick={save} />
      <IconButton label={t('pad.clear')} icon={<Trash2 />} onClick={clear} />
    </>
  )
}

/** The cells of a row in a file. */
function useCells(): (row: KeyedRow, line: PadShown | undefined) => string[] {
  const { locale } = useFormat()
  const faultText = usePadFaultText()
  return (row, line) => {
    const named = line?.state === 'ready' || line?.state === 'wrong' ? line : undefined
    const name = [named?.title && textIn(named.title, locale), named?.label && textIn(named.label, locale)]
    const price =
      line?.state === 'ready'
        ? [decimalOf(line.price, line.currency), decimalOf(line.amount, line.currency), line.currency]
        : ['', '', '']
    const note = line?.state === 'wrong' ? faultText(line.fault) : ''
    return [row.code, row.quantity, name.filter(Boolean).join(' · '), ...price, note]
  }
}
