import Check from 'lucide-react/icons/check'
import { memo, useCallback, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { cx } from '../../../ui/cx.ts'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import styles from './goods-many.module.css'
import { GoodsBadge } from '../products/goods-row.tsx'
import { deedOf, noChoice, stretched, toggled, type ManyChoice } from './many-choice.ts'

/** The height of a row (px): a line of a table, or two lines. */
const LINE = 48
const CARD = 72
/** At least this many rows are rendered beyond the window. The rendered range moves in steps of the same size. */
const AHEAD = 10

interface GridProps {
  items: readonly GoodsItem[]
  /** Nothing of the store is on sale. */
  offSale: boolean
  choice: ManyChoice
  choose(next: ManyChoice): void
  /** Escape, with nothing chosen. */
  leave(): void
}

/**
 * Goods in rows of equal height. Only the rows near the window are in the document. Rows are chosen by press or by key.
 */
export function GoodsGrid({ items, offSale, choice, choose, leave }: GridProps) {
  const { t } = useTranslation()
  const height = useIsWide() ? LINE : CARD
  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [first, last] = useInSight(body, items.length, height)
  const [at, setAt] = useState(0)
  const [moved, setMoved] = useState(0)
  const active = Math.min(at, items.length - 1)
  useEffect(() => {
    if (moved > 0) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [moved, active])
  const now = useRef({ items, choice })
  useEffect(() => {
    now.current = { items, choice }
  }, [items, choice])
  const press = useCallback(
    (e: MouseEvent, n: number) => {
      const { items: all, choice: had } = now.current
      setAt(n)
      choose(e.shiftKey ? stretched(had, all, n) : toggled(had, all, n))
    },
    [choose],
  )
  const key = (e: KeyboardEvent) => {
    const deed = deedOf(e, active, items.length, Math.floor(innerHeight / height / 2))
    if (deed === undefined) return
    e.preventDefault()
    if (deed === 'toggle') choose(toggled(choice, items, active))
    else if (deed === 'all') choose({ ids: new Set(items.map(({ id }) => id)), from: 0 })
    else if (deed === 'none') {
      if (choice.ids.size > 0) choose(noChoice)
      else leave()
    } else {
      choose(deed.stretch ? stretched(choice, items, deed.to) : { ...choice, from: deed.to })
      setAt(deed.to)
      setMoved((n) => n + 1)
    }
  }
  const rows = [...new Set([...Array.from({ length: last - first }, (_, n) => first + n), active])]
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('storeGoods.list')}
      aria-multiselectable="true"
      aria-rowcount={items.length + 1}
      aria-describedby="goods-grid-keys"
      tabIndex={-1}
      className={styles.grid}
      onKeyDown={key}
    >
      <Head />
      <div ref={body} role="rowgroup" className={styles.body} style={{ blockSize: items.length * height }}>
        {rows.map((n) => (
          <Row
            key={items[n]!.id}
            item={items[n]!}
            offSale={offSale}
            n={n}
            height={height}
            active={n === active}
            chosen={choice.ids.has(items[n]!.id)}
            press={press}
          />
        ))}
      </div>
      <p id="goods-grid-keys" className="visually-hidden">
        {t('goodsBulk.keys')}
      </p>
    </div>
  )
}

/** The column headings, where the layout has columns. */
function Head() {
  const { t } = useTranslation()
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div role="row" aria-rowindex={1} className={cx(styles.row, styles.head)}>
        <span role="columnheader" className={styles.tick} aria-label={t('goodsBulk.chosenColumn')} />
        <span role="columnheader">{t('storeGoods.title')}</span>
        <span role="columnheader" className={styles.code}>
          {t('storeGoods.code')}
        </span>
        <span role="columnheader" className={styles.number}>
          {t('storeGoods.prices')}
        </span>
        <span role="columnheader" className={styles.number}>
          {t('storeGoods.stock')}
        </span>
        <span role="columnheader" className={styles.state}>
          {t('goodsFile.stands')}
        </span>
      </div>
    </div>
  )
}

interface RowProps {
  item: GoodsItem
  offSale: boolean
  n: number
  height: number
  active: boolean
  chosen: boolean
  press(e: MouseEvent, n: number): void
}

const Row = memo(function Row({ item, offSale, n, height, active, chosen, press }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { title, code, price, currency, stock, pending } = item
  return (
    // The grid handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={n + 2}
      aria-selected={chosen}
      tabIndex={active ? 0 : -1}
      className={cx(styles.row, styles.item, chosen && styles.chosen)}
      style={{ insetBlockStart: n * height, blockSize: height }}
      onClick={(e) => press(e, n)}
    >
      <span role="gridcell" className={styles.tick}>
        <span aria-hidden="true" className={styles.box}>
          {chosen && <Check />}
        </span>
      </span>
      <span role="gridcell" className={styles.title}>
        <bdi>{textIn(title, format.locale)}</bdi>
      </span>
      <span role="gridcell" className={styles.code}>
        <bdi>{code}</bdi>
      </span>
      <span role="gridcell" className={styles.number}>
        {price === undefined ? t('storeGoods.noPrice') : format.money(price, currency)}
      </span>
      <span role="gridcell" className={styles.number}>
        <span className={styles.unit}>{t('storeGoods.left', { n: format.number(stock) })}</span>
        <span className={styles.bare}>{format.number(stock)}</span>
      </span>
      <span role="gridcell" className={styles.state}>
        <GoodsBadge item={item} offSale={offSale} />
        {pending && <SyncMark />}
      </span>
    </div>
  )
})

/** The first row and the last that are near the window, in steps. */
function useInSight(
  body: { readonly current: HTMLElement | null },
  count: number,
  height: number,
): [first: number, last: number] {
  const [sight, setSight] = useState<[number, number]>([0, 3 * AHEAD])
  useEffect(() => {
    const look = (): void => {
      const element = body.current
      if (!element) return
      const top = -element.getBoundingClientRect().top / height
      const step = (row: number): number => Math.floor(row / AHEAD) * AHEAD
      const next: [number, number] = [step(top) - AHEAD, step(top + innerHeight / height) + 2 * AHEAD]
      setSight((old) => (old[0] === next[0] && old[1] === next[1] ? old : next))
    }
    look()
    document.addEventListener('scroll', look, { capture: true, passive: true })
    addEventListener('resize', look)
    return () => {
      document.removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
    }
  }, [body, height, count])
  const last = Math.min(count, Math.max(0, sight[1]))
  return [Math.min(last, Math.max(0, sight[0])), last]
}
