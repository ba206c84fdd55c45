import { useTranslation } from 'react-i18next'
import { CARRIER_MAX, TRACKING_MAX } from '#contract/orders/parts.ts'
import { Field } from '../../../ui/controls/field.tsx'
import type { Leaving } from './use-sale-acts.ts'

/** How a parcel leaves: who carries it, and how it is followed. */
export function LeavingFields({ how, onChange }: { how: Leaving; onChange(how: Leaving): void }) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('centre.carrier')}
        value={how.carrier}
        maxLength={CARRIER_MAX}
        autoComplete="off"
        onChange={(e) => onChange({ ...how, carrier: e.target.value })}
      />
      <Field
        label={t('centre.tracking')}
        hint={t('centre.trackingHint')}
        value={how.tracking}
        maxLength={TRACKING_MAX}
        autoComplete="off"
        onChange={(e) => onChange({ ...how, tracking: e.target.value })}
      />
    </>
  )
}
