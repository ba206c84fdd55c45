import { isAsset } from '#contract/rules/coins.ts'
import { useCoins } from '../../parts/use-coins.ts'
import looks from './reserves.module.css'

/** Named amounts of one asset in units, each whole on one line. */
export function Amounts({ asset, rows }: { asset: string; rows: readonly (readonly [name: string, units: string])[] }) {
  const write = useCoins()
  return (
    <dl className={looks.amounts}>
      {rows.map(([name, units]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isAsset(asset) ? write(BigInt(units), asset) : `${units} ${asset}`}</dd>
        </div>
      ))}
    </dl>
  )
}
