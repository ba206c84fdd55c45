import { isAsset } from '#contract/coins/assets.ts'
import { fuelText, isFuel } from '#contract/coins/fuel.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import looks from './reserves.module.css'

/** Named amounts of one asset, or of what fees are paid in, in units; each whole on one line. */
export function ReserveAmounts({
  asset,
  rows,
}: {
  asset: string
  rows: readonly (readonly [name: string, units: string])[]
}) {
  const write = useCoins()
  const { coins } = useFormat()
  const amountOf = (units: string): string => {
    if (isAsset(asset)) return write(BigInt(units), asset)
    return isFuel(asset) ? coins(fuelText(BigInt(units)), asset) : `${units} ${asset}`
  }
  return (
    <dl className={looks.amounts}>
      {rows.map(([name, units]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amountOf(units)}</dd>
        </div>
      ))}
    </dl>
  )
}
