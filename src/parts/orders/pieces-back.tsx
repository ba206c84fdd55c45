import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteKey } from '#contract/orders/line-notes.ts'
import { backFor } from '#contract/orders/back.ts'
import type { Divided, LinePart } from '#contract/orders/parts.ts'
import type { Texts } from '#contract/text/locales.ts'
import { Stepper } from '../../ui/controls/stepper.tsx'
import styles from './pieces-back.module.css'
import { useFormat } from '../format/use-format.ts'
import { usePieceTitle } from './use-piece-title.ts'

interface PiecesBackProps {
  order: Omit<Divided, 'lines'> & {
    lines: readonly (LinePart & { price: number; title: Texts; label: Texts | null })[]
  }
  /** The parcel out of whose share it is given back. */
  parcel: NonNullable<Divided['parcels']>[number]
  /** The pieces that the problem is with; they are chosen at first. */
  reported?: LinePart
  /** Receives the amount that goes back for the chosen pieces (minor units of the paid currency). */
  onReckon(amount: number): void
}

/** Chooses for which pieces of a parcel something is given back; the amount is their share of what was paid. */
export function PiecesBack({ order, parcel, reported, onReckon }: PiecesBackProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const titleOf = usePieceTitle()
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(
    new Map(reported && [[noteKey(reported), reported.num]]),
  )
  const choose = (part: LinePart, num: number) => {
    const next = new Map(chosen).set(noteKey(part), num)
    setChosen(next)
    const parts = parcel.lines.map((one) => ({ ...one, num: next.get(noteKey(one)) ?? 0 }))
    onReckon(backFor(order, parcel, parts))
  }
  return (
    <fieldset className={styles.pieces}>
      <legend>{t('pieces.legend')}</legend>
      {parcel.lines.map((part) => {
        const line = order.lines.find(({ id, variantId }) => id === part.id && variantId === part.variantId)
        const title = titleOf(line)
        return (
          <div key={noteKey(part)} className={styles.piece}>
            <span dir="auto">{t('pieces.of', { n: number(part.num), title })}</span>
            <Stepper
              label={t('pieces.count', { title })}
              value={chosen.get(noteKey(part)) ?? 0}
              min={0}
              max={part.num}
              onChange={(num) => choose(part, num)}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
