import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import { chargingOf, zonesAfter, type KeptTerms, type StoreZone } from '#contract/shipping/zones.ts'
import { useStoreMutate } from '../../../data/stores/use-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../centre.module.css'
import { readZone, zoneDraft, type ZoneDraft, type ZoneFault } from './read-zone.ts'
import { ShippingPreview } from './shipping-preview.tsx'
import { ZoneCountries } from './zone-countries.tsx'
import { ZoneFields } from './zone-fields.tsx'

interface ZoneSheetProps {
  terms: KeptTerms & { zones: readonly StoreZone[] }
  /** The zone to change; undefined for a new one. */
  zone: StoreZone | undefined
  open: boolean
  onClose(): void
}

/** Changes a zone, or makes one: its countries, what shipping costs there, and what an order of it would cost. */
export const ZoneSheet = (props: ZoneSheetProps) => (
  // A new key for each opening, so that typed values do not outlive it.
  <Opened key={props.open ? 'open' : 'closed'} {...props} />
)

function Opened({ terms, zone, open, onClose }: ZoneSheetProps) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [made] = useState(() => crypto.randomUUID())
  const { currency, zones } = terms
  const [draft, setDraft] = useState(() => zoneDraft(zone, currency))
  const [faults, setFaults] = useState<ReadonlySet<ZoneFault>>(new Set())
  useEffect(() => {
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  const put = (part: Partial<ZoneDraft>) => setDraft((now) => ({ ...now, ...part }))
  const of = { id: zone?.id ?? made, currency }
  const done = { text: t('centre.saved'), kind: 'good' } as const
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const read = readZone(draft, zone, of)
    setFaults(read.faults)
    if (read.faults.size > 0) return
    if (!read.payload || (await mutate('store.zone', read.payload, done))) onClose()
  }
  const end = async () => {
    if (!zone) return
    const last = zones.length === 1 && { last: true }
    if (await mutate('store.zoneEnd', { id: zone.id, ...last }, done)) onClose()
  }
  const { payload } = readZone(draft, zone, of)
  const after = payload ? zonesAfter(zones, payload) : zones
  const taken = new Set(zones.flatMap((one) => (one.id === zone?.id ? [] : one.countries)))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(zone ? 'zones.change' : 'zones.new')}
      footer={
        <div className={styles.foot}>
          {zone && (
            <Button kind="danger" onClick={() => void end()}>
              {t('zones.end')}
            </Button>
          )}
          <Button type="submit" form={id}>
            {t('centre.save')}
          </Button>
        </div>
      }
    >
      <form ref={form} id={id} className={styles.form} noValidate onSubmit={(e) => void save(e)}>
        <ZoneCountries
          value={draft.countries}
          taken={taken}
          error={faults.has('countries') ? t('zones.countriesWrong') : undefined}
          onChange={(countries) => put({ countries })}
        />
        <ZoneFields draft={draft} faults={faults} currency={currency} put={put} />
        {typeof after !== 'string' && (
          <ShippingPreview
            charging={chargingOf({ ...terms, zones: after })}
            countries={draft.countries.toSorted((a, b) => Number(a === ELSEWHERE) - Number(b === ELSEWHERE))}
          />
        )}
        {zone && <p className={styles.soft}>{t(zones.length === 1 ? 'zones.endLast' : 'zones.endHint')}</p>}
      </form>
    </Sheet>
  )
}
