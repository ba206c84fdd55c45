import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { latinDigits } from '../../../ui/controls/stepper.tsx'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import { orderableOf } from './choosing.ts'
import type { Buying } from './use-buying.ts'
import type { VariantGroup } from './variant-groups.ts'
import styles from './variant-grid.module.css'

/** All variants of two options in a table: a column for each value of the first, a row for each of the second. */
export function VariantGrid({ groups, buying }: { groups: readonly VariantGroup[]; buying: Buying }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const rows = [...new Set(groups.flatMap(({ variants }) => variants.map(({ name }) => name)))]
  /** More was typed of this variant than there is. */
  const [over, setOver] = useState<{ id: number; stock: number }>()
  return (
    <>
      <div className={styles.scrolls}>
        <table className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('goods.choices')}</span>
              </th>
              {groups.map(({ name, variants: [first] }) => (
                <th key={name} scope="col">
                  {first?.variant.picture && (
                    <span className={styles.picture}>
                      <PictureView
                        sources={pictureSources(first.variant.picture)}
                        alt=""
                        tint={first.variant.picture.tint}
                        sizes="32px"
                      />
                    </span>
                  )}
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">
                  <bdi>{row}</bdi>
                </th>
                {groups.map(({ name, variants }) => {
                  const variant = variants.find((one) => one.name === row)?.variant
                  return (
                    <td key={name}>
                      {variant && (
                        <Cell
                          name={`${name} / ${row}`}
                          variant={variant}
                          buying={buying}
                          over={over?.id === variant.id}
                          onOver={(is) => setOver(is ? variant : undefined)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p role="status" className={styles.over}>
        {over && t('goods.onlyInStock', { n: number(over.stock) })}
      </p>
    </>
  )
}

interface CellProps {
  name: string
  variant: { id: number; stock: number }
  buying: Buying
  over: boolean
  onOver(is: boolean): void
}

/** The quantity of one variant: typed, in multiples, as far as there is stock. */
function Cell({ name, variant, buying, over, onOver }: CellProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [draft, setDraft] = useState<string>()
  const { multiple } = buying.product
  const most = orderableOf(variant.stock, multiple)
  const num = buying.nums.get(variant.id) ?? 0
  if (most === 0 || buying.why) return <span className={styles.none}>{most === 0 ? t('goods.outOfStock') : '–'}</span>
  const keep = (): void => {
    if (draft === undefined) return
    setDraft(undefined)
    const wanted = Math.ceil((Number.parseInt(draft, 10) || 0) / multiple) * multiple
    onOver(wanted > most)
    buying.setNum(variant.id, Math.min(wanted, most))
  }
  return (
    <input
      className={cx(styles.cell, num > 0 && styles.on, over && styles.wrong)}
      aria-label={t('goods.quantityOf', { name })}
      aria-invalid={over || undefined}
      inputMode="numeric"
      pattern="[0-9]*"
      autoComplete="off"
      placeholder="0"
      value={draft ?? (num > 0 ? number(num) : '')}
      onFocus={(e) => {
        setDraft(num > 0 ? String(num) : '')
        const field = e.target
        requestAnimationFrame(() => field.select())
      }}
      onChange={(e) => setDraft(latinDigits(e.target.value))}
      onBlur={keep}
      onKeyDown={(e) => {
        if (e.key === 'Enter') {
          e.preventDefault()
          e.currentTarget.blur()
        }
      }}
    />
  )
}
