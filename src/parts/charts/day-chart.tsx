import { later } from '../../data/loading/later.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './day-chart.module.css'
import type { DayFigure } from './day-figure.ts'

const Chart = later('day-chart', async () => (await import('./day-chart-later.tsx')).DayChart)

/** A figure as a chart, which comes with a library of its own; the figures themselves stand in a table beside it. */
export const DayChart = (figure: DayFigure) => (
  <Chart
    {...figure}
    instead={
      <figure className={styles.chart}>
        <figcaption className={styles.caption}>
          <span>{figure.title}</span>
          <strong>{figure.sum}</strong>
        </figcaption>
        <Skeleton height="9rem" />
      </figure>
    }
  />
)
