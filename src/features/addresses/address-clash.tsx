import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressField } from '#contract/addresses/fields.ts'
import type { Address } from '#contract/sync/schema-rows.ts'
import type { AddressClash as Clash } from '#localdb/queries/addresses.ts'
import { links } from '../../links/links.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useAddressClash, type Side } from '../../parts/addresses/use-address-clash.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './addresses.module.css'
import { useLeave } from '../../parts/forms/use-leave.ts'

interface AddressClashProps {
  id: string
  rev: number
  clash: Clash
  mine: Address
  theirs: Address
  pick: boolean
}

/** The fields that were changed both here and on another device: the person chooses for each which value holds. */
export function AddressClashFields({ pick, ...sidesOf }: AddressClashProps) {
  const { t } = useTranslation()
  const leave = useLeave(links.addresses(pick))
  const { asked, textOf, settle, busy } = useAddressClash(sidesOf)
  const [sides, setSides] = useState<Partial<Record<AddressField, Side>>>({})

  const save = async (e: FormEvent) => {
    e.preventDefault()
    if (await settle(sides)) leave()
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
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className={styles.side}>
                  <input
                    type="radio"
                    name={f}
                    checked={(sides[f] ?? 'mine') === side}
                    onChange={() => setSides({ ...sides, [f]: side })}
                  />
                  <span className={styles.owner}>
                    {t(side === 'mine' ? 'addresses.keepMine' : 'addresses.takeTheirs')}
                  </span>
                  <bdi className={styles.value}>{textOf[side](f) || t('addresses.nothing')}</bdi>
                </label>
              ))}
            </fieldset>
          ))}
          <Button type="submit" wide busy={busy}>
            {t('addresses.save')}
          </Button>
        </form>
      </Card>
    </Screen>
  )
}
