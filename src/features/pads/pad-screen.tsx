import ClipboardList from 'lucide-react/icons/clipboard-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PadRow } from '#contract/pads/rows.ts'
import { usePadCalls, type PadShown } from '../../data/use-answer.ts'
import { useReachable } from '../../data/use-status.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Chip, ChipRow } from '../../ui/controls/chip.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { VirtualList } from '../../ui/scrolling/virtual-list.tsx'
import { PadEntry } from './pad-entry.tsx'
import { PadFoot } from './pad-foot.tsx'
import { PadMenu } from './pad-menu.tsx'
import { PadRowItem } from './pad-row.tsx'
import { PadTools } from './pad-tools.tsx'
import styles from './pad.module.css'
import { useChecked } from './use-checked.ts'
import { usePad, type KeyedRow, type PadActs } from './use-pad.ts'

/** The quick-order pad: codes and quantities, checked on this device, into the cart in one gesture. */
export function PadScreen() {
  const { rows, acts } = usePad()
  const { lines, asking } = useChecked(rows)
  const { takeText, takeFile } = useTaking(acts)
  if (!rows)
    return (
      <Screen>
        <Skeleton height="6rem" />
        <Skeleton height="12rem" />
      </Screen>
    )
  return (
    <Screen
      end={rows.length > 0 && <PadMenu acts={acts} rows={rows} lines={lines} />}
      foot={rows.length > 0 && <PadFoot acts={acts} rows={rows} lines={lines} asking={asking} />}
    >
      <div className={styles.pad}>
        <PadEntry onAdd={(row) => acts.add([row])} onText={(text) => void takeText(text)} />
        <PadTools onText={(text) => void takeText(text)} onFile={(file) => void takeFile(file)} />
        <PadList acts={acts} rows={rows} lines={lines} />
      </div>
    </Screen>
  )
}

/** Takes rows over from a text or a file, and says how many. */
function useTaking(acts: PadActs) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const call = usePadCalls()
  const take = (rows: PadRow[] | null | undefined): void => {
    if (rows === null) return toast({ text: t('pad.noFile'), kind: 'bad' })
    if (!rows) return
    if (rows.length === 0) return toast({ text: t('pad.noRows'), kind: 'bad' })
    const left = acts.add(rows)
    if (left > 0) toast({ text: t('pad.tooMany', { n: format.number(left) }), kind: 'bad' })
    else toast({ text: t('pad.taken', { count: rows.length }), kind: 'good' })
  }
  return {
    takeText: async (text: string) => take((await call('pad.read', { text }))?.rows),
    takeFile: async (file: Blob) => take((await call('pad.read', { file }))?.rows),
  }
}

interface ListProps {
  acts: PadActs
  rows: readonly KeyedRow[]
  lines: ReadonlyMap<number, PadShown>
}

/** The rows; all of them, or those that are to be mended. */
function PadList({ acts, rows, lines }: ListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const reachable = useReachable()
  const [shown, setShown] = useState<'all' | 'wrong'>('all')
  // A row that has been mended stays in sight while those are shown alone: whoever types is not interrupted.
  const [mending, setMending] = useState<ReadonlySet<number>>(new Set())
  const wrong = rows.filter(({ key }) => lines.get(key)?.state === 'wrong')
  const some = rows.filter(({ key }) => mending.has(key))
  const alone = shown === 'wrong' && some.length > 0
  const items = alone ? some : rows
  const remove = (key: number): void => {
    const before = rows
    acts.remove(new Set([key]))
    toast({ text: t('pad.removed'), action: { label: t('pad.undo'), run: () => acts.restore(before) } })
  }
  const place = new Map(rows.map(({ key }, n) => [key, n + 1]))

  if (rows.length === 0) return <EmptyState icon={<ClipboardList />} title={t('pad.empty')} text={t('pad.emptyHint')} />
  return (
    <>
      {wrong.length > 0 && <Notice tone="warn">{t('pad.wrong', { count: wrong.length })}</Notice>}
      {(wrong.length > 0 || alone) && (
        <ChipRow label={t('pad.shown')}>
          <Chip on={!alone} onChange={() => setShown('all')}>
            {t('pad.all', { n: format.number(rows.length) })}
          </Chip>
          <Chip
            on={alone}
            onChange={() => {
              setMending(new Set(wrong.map(({ key }) => key)))
              setShown('wrong')
            }}
          >
            {t('pad.toMend', { n: format.number(wrong.length) })}
          </Chip>
        </ChipRow>
      )}
      <div className={styles.sheet}>
        <p className={styles.heads} aria-hidden="true">
          <span>{t('pad.code')}</span>
          <span>{t('pad.quantity')}</span>
          <span>{t('pad.product')}</span>
        </p>
        <VirtualList
          items={items}
          itemKey={({ key }) => key}
          label={t('pad.rows')}
          memory={`pad ${alone ? 'wrong' : 'all'}`}
          estimate={104}
          layout="table"
          render={(row) => (
            <PadRowItem
              row={row}
              place={place.get(row.key)!}
              line={lines.get(row.key)}
              reachable={reachable}
              onChange={acts.change}
              onRemove={remove}
            />
          )}
        />
      </div>
    </>
  )
}
