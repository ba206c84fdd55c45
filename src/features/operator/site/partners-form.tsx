import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureUrl } from '#contract/pictures/urls.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { ChoosePicture } from '../choose-picture.tsx'
import styles from '../operator.module.css'
import { isPartnerName, keptPartners, partnersText, type TypedPartner } from './read-partners.ts'

const PARTNERS_MAX = 20

interface PartnersFormProps {
  label: string
  hint: string
  /** As it is kept: JSON. */
  value: string
  busy: boolean
  save(value: string): Promise<boolean | undefined>
}

/** Businesses that the footer names, each with an address and a picture. */
export function PartnersForm({ label, hint, value, busy, save }: PartnersFormProps) {
  const { t } = useTranslation()
  const [partners, setPartners] = useState(() => keptPartners(value))
  const [tried, setTried] = useState(false)
  const change = (at: number, part: Partial<TypedPartner>) =>
    setPartners((before) => before.map((one, n) => (n === at ? { ...one, ...part } : one)))
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setTried(true)
    if (partners.every(({ name }) => isPartnerName(name))) void save(partnersText(partners))
  }
  return (
    <form className={styles.stack} aria-label={label} noValidate onSubmit={submit}>
      <h3>{label}</h3>
      <p className={styles.soft}>{hint}</p>
      {partners.map((partner, n) => (
        <OnePartner
          // oxlint-disable-next-line react/no-array-index-key -- a row has no name of its own until it is saved
          key={n}
          n={n + 1}
          partner={partner}
          wrong={tried && !isPartnerName(partner.name)}
          onChange={(part) => change(n, part)}
          onRemove={() => setPartners((before) => before.filter((_, other) => other !== n))}
        />
      ))}
      <span className={styles.acts}>
        {partners.length < PARTNERS_MAX && (
          <Button
            kind="quiet"
            onClick={() => setPartners((before) => [...before, { name: '', url: '', logo: '' }])}
            aria-label={t('operator.addOne', { name: label })}
          >
            {t('siteDesk.partnerAdd')}
          </Button>
        )}
        <Button type="submit" kind="secondary" busy={busy} aria-label={t('operator.saveOne', { name: label })}>
          {t('operator.save')}
        </Button>
      </span>
    </form>
  )
}

interface OnePartnerProps {
  /** Its place, from 1. */
  n: number
  partner: TypedPartner
  wrong: boolean
  onChange(part: Partial<TypedPartner>): void
  onRemove(): void
}

function OnePartner({ n, partner: { name, url, logo }, wrong, onChange, onRemove }: OnePartnerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div role="group" className={styles.stack} aria-label={name || t('siteDesk.partnerN', { n: format.number(n) })}>
      <Field
        label={t('siteDesk.partnerName')}
        value={name}
        maxLength={60}
        error={wrong ? t('siteDesk.partnerNameWrong') : undefined}
        onChange={(e) => onChange({ name: e.target.value })}
      />
      <Field
        label={t('siteDesk.partnerUrl')}
        hint={t('siteDesk.partnerUrlHint')}
        dir="ltr"
        inputMode="url"
        value={url}
        onChange={(e) => onChange({ url: e.target.value })}
      />
      <div className={styles.category}>
        {logo !== '' && <img src={pictureUrl(logo, 160, 'webp')} alt="" className={styles.categoryPicture} />}
        <span className={styles.acts}>
          <ChoosePicture
            by="operator.sitePicture"
            label={t('siteDesk.partnerLogo')}
            onAdded={(src) => onChange({ logo: src })}
          />
          {logo !== '' && (
            <Button kind="quiet" small onClick={() => onChange({ logo: '' })}>
              {t('siteDesk.logoRemove')}
            </Button>
          )}
          <Button kind="quiet" small onClick={onRemove}>
            {t('siteDesk.partnerRemove')}
          </Button>
        </span>
      </div>
    </div>
  )
}
