import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressField } from '#contract/address-rules.ts'
import type { Address } from '#contract/rows.ts'
import type { AddressClash as Clash } from '#localdb/queries/addresses.ts'
import { links } from '../../app/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useMutateAll } from '../../data/use-mutate.ts'
import { Screen } from '../../parts/screen.tsx'
import { useCountryName, usePlace } from '../../parts/use-areas.ts'
import { useLeave } from './use-leave.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './addresses.module.css'
import { fields } from './use-address-acts.ts'

type Side = 'mine' | 'theirs'
interface AddressClashProps { id: string; rev: number; clash: Clash; mine: Address; theirs: Address; pick: boolean }

/** What was changed here and on another device: the person says, field by field, what holds. */
export function AddressClash({ id, rev, clash, mine, theirs, pick }: AddressClashProps) {
  const { t } = useTranslation()
  const mutateAll = useMutateAll()
  const dismiss = useCall('intent.dismiss')
  const leave = useLeave(links.addresses(pick))
  const changed = fields.filter((f) => clash.fields.includes(f) && mine[f] !== theirs[f])
  const asked = changed.filter((f) => clash.both.includes(f))
  const [sides, setSides] = useState<Partial<Record<AddressField, Side>>>({})
  const side = (f: AddressField): Side => sides[f] ?? 'mine'
  const textOf = { mine: useReading(mine), theirs: useReading(theirs) }

  const save = async (e: FormEvent) => {
    e.preventDefault()
    const kept = changed.filter((f) => !asked.includes(f) || side(f) === 'mine')
    const patch = Object.fromEntries(kept.map((f) => [f, mine[f]]))
    const done = kept.length === 0 ? (await dismiss.call({ intentId: clash.intentId })).kind === 'accepted'
      : (await mutateAll([{ name: 'address.put', payload: { id, patch, baseRev: rev }, replaces: clash.intentId }])).kind === 'saved'
    if (done) leave()
  }
  return (
    <Screen width="narrow" title={t('addresses.editTitle')}>
      <Notice tone="bad">{t('addresses.conflict')}</Notice>
      <Card>
        <form className={styles.form} onSubmit={(e) => void save(e)}>
          <p>{t('addresses.conflictHint')}</p>
          {asked.map((f) => (
            <fieldset key={f} className={styles.clash}>
              <legend className={styles.legend}>{t(`addresses.${f}`)}</legend>
              {(['mine', 'theirs'] as const).map((whose) => (
                <label key={whose} className={styles.side}>
                  <input type="radio" name={f} checked={side(f) === whose} onChange={() => setSides({ ...sides, [f]: whose })} />
                  <span className={styles.whose}>{t(whose === 'mine' ? 'addresses.keepMine' : 'addresses.takeTheirs')}</span>
                  <bdi className={styles.said}>{textOf[whose](f) || t('addresses.nothing')}</bdi>
                </label>
              ))}
            </fieldset>
          ))}
          <Button type="submit" wide busy={dismiss.busy}>{t('addresses.save')}</Button>
        </form>
      </Card>
    </Screen>
  )
}

/** How a field of an address reads: places by their names. */
function useReading(address: Address): (field: AddressField) => string {
  const countryName = useCountryName()
  const { province } = usePlace(address)
  return (field) => (field === 'country' ? countryName(address.country) : field === 'province' ? province : address[field])
}
