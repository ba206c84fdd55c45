import { useTranslation } from 'react-i18next'
import { addressLengths, neededFields, type AddressField } from '#contract/addresses/fields.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useAreaNames } from '../../parts/addresses/use-areas.ts'
import { useRefusalText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { GrowingField } from '../../ui/controls/growing-field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './addresses.module.css'
import { AreaFields } from './area-fields.tsx'
import { zipWord } from './place-words.ts'
import { useAddressForm, type AddressFormProps } from './use-address-form.ts'
import { usePhones } from './use-phones.ts'

/** The form of a new or an edited address. All of it works offline; typed values stay until they are saved. */
export function AddressForm(props: AddressFormProps) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const phones = usePhones()
  const { start, draft, change, set, errors, busy, submit, remove } = useAddressForm(props)
  const { values } = draft
  const { open } = useAreaNames(values)
  const settled = props.isDefault || props.first
  const code = phones?.callingCode(values.country)
  const bind = (f: AddressField) => ({
    label: t(`addresses.${f}`),
    value: values[f],
    required: neededFields.includes(f),
    maxLength: addressLengths[f],
    autoComplete: 'off',
    onChange: (e: { target: { value: string } }) => set({ [f]: e.target.value }),
    ...errors.of(f),
  })
  // The browser's form history is off: it would store in clear, on the disk, what is sealed here.
  return (
    <Screen width="narrow" title={start ? t('addresses.editTitle') : undefined}>
      {start?.refused !== undefined && (
        <Notice tone="bad">
          {t('addresses.refused')} · {refusalText(start.refused.refusal)}
        </Notice>
      )}
      <Card>
        <form className={styles.form} noValidate autoComplete="off" onSubmit={(e) => void submit(e)}>
          <Field {...bind('recipient')} />
          <Field
            type="tel"
            inputMode="tel"
            start={code !== undefined && !/^\s*(?:\+|00)/.test(values.mobile) && <CallingCode code={code} />}
            {...bind('mobile')}
          />
          <AreaFields values={values} onChange={set} errors={errors} phones={phones} />
          <GrowingField
            label={t('addresses.detail')}
            value={values.detail}
            required
            maxLength={addressLengths.detail}
            onChange={(detail) => set({ detail })}
            {...errors.of('detail')}
          />
          <Field {...bind('zip')} label={t(`addresses.zips.${zipWord(values.country)}`)} />
          <Checkbox
            checked={draft.makeDefault}
            disabled={settled}
            onChange={(makeDefault) => change((now) => ({ ...now, makeDefault }))}
            label={t('addresses.makeDefault')}
          />
          {settled && <p className={styles.hint}>{t(props.first ? 'addresses.onlyOne' : 'addresses.stays')}</p>}
          {!open && (
            <Notice tone="warn">
              {t('refusals.areaNotOpen')} · {t('addresses.closedHint')}
            </Notice>
          )}
          <div className={styles.foot}>
            <Button type="submit" busy={busy}>
              {t('addresses.save')}
            </Button>
            {start && (
              <Button kind="danger" onClick={() => void remove()}>
                {t('addresses.delete')}
              </Button>
            )}
          </div>
        </form>
      </Card>
      <p className={styles.hint}>{t('addresses.sealed')}</p>
    </Screen>
  )
}

/** The calling code that is put before a number typed without a country code. */
function CallingCode({ code }: { code: string }) {
  const { t } = useTranslation()
  const shown = `\u2066${code}\u2069`
  return (
    <>
      <span className="visually-hidden">{t('addresses.callingCode', { code: shown })}</span>
      <span aria-hidden="true">{shown}</span>
    </>
  )
}
