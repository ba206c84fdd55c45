import styles from './price.module.css'
import { RateNote } from './rate-note.tsx'
import { useMoney } from './use-money.tsx'

/** One quiet line for many prices: the rates by which some of them were converted, with their times. */
export function Converted({ rows }: { rows: readonly { currency: string }[] }) {
  const { currency } = useMoney()
  if (rows.every((row) => row.currency === currency)) return null
  return (
    <p className={styles.converted}>
      <RateNote currencies={rows.map((row) => row.currency)} />
    </p>
  )
}
