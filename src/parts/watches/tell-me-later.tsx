import BellRing from 'lucide-react/icons/bell-ring'
import Bell from 'lucide-react/icons/bell'
import { useTranslation } from 'react-i18next'
import type { WhyNot } from '#contract/catalogue/orderable.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useOwnArea } from '../addresses/own-area-known.ts'
import { useWatch, type WatchedEvent } from './use-watch.ts'

export { OwnAreaTeller } from '../addresses/own-area.tsx'

/** Asks to be told when something that cannot be ordered can be: offline, too, and by guests. */
export function TellMeButton({ wanted }: { wanted: WatchedEvent & { what: 'stock' | 'currency' | 'area' } }) {
  const { t } = useTranslation()
  const { watch, set } = useWatch(wanted)
  const on = watch !== null && watch !== undefined
  return (
    <Button kind="secondary" small icon={on ? <BellRing /> : <Bell />} aria-pressed={on} onClick={() => void set(!on)}>
      {on ? t('tellMe.on') : t(`tellMe.${wanted.what}`)}
    </Button>
  )
}

/** The same for a product; nothing where waiting would not help. */
export function TellMeProduct({ why: { reason }, product: { id, currency } }: { why: WhyNot; product: Product }) {
  const area = useOwnArea()
  if (reason === 'areaNotOpen') return area && <TellMeButton wanted={{ what: 'area', area: area.code }} />
  if (reason === 'currencyNotPayable') return <TellMeButton wanted={{ what: 'currency', id, currency }} />
  if (reason !== 'outOfStock' && reason !== 'stockBelowMinimum') return null
  return <TellMeButton wanted={{ what: 'stock', id, currency }} />
}
