import type { CSSProperties } from 'react'
import type { Asset } from '#contract/coins/assets.ts'
import { useCoins } from '../../parts/money/use-coins.ts'
import styles from './wallet.module.css'

/** The one amount that a screen is about, in one line: smaller where it has many digits. */
export function LargeCoins({ units, asset }: { units: bigint; asset: Asset }) {
  const text = useCoins()(units, asset)
  return (
    <p className={styles.fitting}>
      <span className={styles.large} style={{ '--letters': text.length } as CSSProperties}>
        {text}
      </span>
    </p>
  )
}
