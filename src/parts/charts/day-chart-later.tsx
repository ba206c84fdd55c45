import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useLanguage } from '../../data/texts/use-language.ts'
import { intl } from '../../ui/intl.ts'
import styles from './day-chart.module.css'
import type { DayFigure } from './day-figure.ts'

const HEIGHT = 144
const FONT = '12px system-ui, sans-serif'
/** Steps of an axis: whole numbers that read well. */
const STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat()

/** A day of the calendar as its chart writes it. */
const dayText = (day: string, locale: string): string =>
  intl('date', locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(day))

/** The first day, the last and one between: more do not fit on a phone. */
const marks = (count: number): number[] => [...new Set([0, Math.floor((count - 1) / 2), count - 1])]

/** A figure drawn day by day, read in the direction of the language; whoever points at a day is told its figure. */
export function DayChart({ title, days, values, look, sum, say, tick }: DayFigure) {
  const { t } = useTranslation()
  const locale = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number>()
  const theme = useTheme()
  const latest = useRef(tick)
  useEffect(() => {
    latest.current = tick
  })
  useEffect(() => {
    const element = place.current!
    const options = optionsOf(element, {
      ...{ count: days.length, look, least: Math.min(0, ...values), most: Math.max(0, ...values) },
      tick: (value) => latest.current(value),
      day: (index) => dayText(days[index] ?? '', locale),
      onPoint: setAt,
    })
    const chart = new uPlot(options, [days.map((_, n) => n), [...values]], element)
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth > 0) chart.setSize({ width: element.clientWidth, height: HEIGHT })
    })
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      chart.destroy()
    }
  }, [days, values, look, locale, theme])
  const day = at === undefined ? undefined : days[at]
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>{day === undefined ? title : `${title} · ${dayText(day, locale)}`}</span>
        <strong>{day === undefined ? sum : say(values[at!] ?? 0)}</strong>
      </figcaption>
      <div
        ref={place}
        role="img"
        className={styles.plot}
        aria-label={t('chart.label', {
          title,
          from: dayText(days[0] ?? '', locale),
          to: dayText(days.at(-1) ?? '', locale),
          sum,
        })}
      />
    </figure>
  )
}

interface Drawn {
  count: number
  look: DayFigure['look']
  /** The range of the values, 0 within it. */
  least: number
  most: number
  tick(value: number): string
  day(index: number): string
  onPoint(index: number | undefined): void
}

function optionsOf(element: HTMLElement, { count, look, least, most, tick, day, onPoint }: Drawn): uPlot.Options {
  const looks = getComputedStyle(element)
  const { color, borderTopColor: line, fill, stroke: wash } = looks
  const back = looks.direction === 'rtl'
  const axis = { font: FONT, stroke: color, ticks: { show: false } }
  return {
    width: Math.max(1, element.clientWidth),
    height: HEIGHT,
    padding: back ? [8, 0, 0, 24] : [8, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: look === 'line' } },
    scales: {
      x: { time: false, dir: back ? -1 : 1, range: [-0.5, count - 0.5] },
      y: { range: [least * 1.05, Math.max(most * 1.05, least < 0 ? 0 : 1)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        // Clear of the lowest mark of the other axis.
        gap: 9,
        grid: { show: false },
        splits: () => marks(count),
        values: (_, splits) => splits.map(day),
      },
      {
        ...axis,
        side: back ? 1 : 3,
        size: 56,
        space: 32,
        incrs: STEPS,
        grid: { stroke: line, width: 1 },
        // Where nothing came there is nothing to measure.
        values: (_, splits) => splits.map((value) => (value === 0 || least < 0 || most > 0 ? tick(value) : '')),
      },
    ],
    series: [
      {},
      look === 'bars'
        ? { stroke: fill, fill, width: 0, paths: uPlot.paths.bars!({ size: [0.7, 40] }), points: { show: false } }
        : { stroke: fill, fill: wash, width: 2, points: { show: count < 10 } },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  }
}

/** Changes whenever the page is shown in another theme: a canvas is painted once, with the colours of its time. */
function useTheme(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const changed = () => setChanges((n) => n + 1)
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', changed)
    const chosen = new MutationObserver(changed)
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      system.removeEventListener('change', changed)
      chosen.disconnect()
    }
  }, [])
  return changes
}
