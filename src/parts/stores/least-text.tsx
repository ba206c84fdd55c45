import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/catalogue/schema.ts'
import { MoneyText } from '../money/price.tsx'
import { useFormat } from '../format/use-format.ts'

/** The smallest order that a store accepts, in money or pieces; nothing where it sets no minimum. */
export function LeastText({ store: { least, currency } }: { store: Pick<Store, 'least' | 'currency'> }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (!least?.pieces && !least?.amount) return null
  return (
    <span>
      {least.amount ? (
        <>
          {t('store.leastAmount')} <MoneyText amount={least.amount} currency={currency} />
        </>
      ) : (
        t('store.leastPieces', { count: least.pieces ?? 0, n: number(least.pieces ?? 0) })
      )}
    </span>
  )
}
