import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { STORE_NAME_MAX, STORE_NAME_MIN } from '#contract/merchants/rules.ts'
import { ABOUT_ALL_MAX, ABOUT_MAX, RENAME_DAYS, RENAMES_MAX } from '#contract/stores/profile.ts'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive, useStoreMutateAll } from '../../../data/stores/use-store.ts'
import { AreaField } from '../../../parts/addresses/area-field.tsx'
import { useAreas } from '../../../parts/addresses/use-areas.ts'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'
import { LanguageChips } from '../language-chips.tsx'
import { LogoField } from './logo-field.tsx'
import {
  profileDraftOf,
  readStoreProfile,
  type StoreProfile,
  type ProfileDraft,
  type ProfileFault,
} from './read-profile.ts'
import { TextArea } from '../text-area.tsx'

/** The store's profile as buyers see it: logo, name, description, and the country it ships from. */
export function ProfileSection() {
  const { t } = useTranslation()
  const profile = useStoreLive(readStoreNotice)?.profile
  return (
    <Section title={t('centre.profile')}>
      {/* A row of an older server does not say it: it comes with the next. */}
      {profile ? <Form key={JSON.stringify(profile)} profile={profile} /> : <Skeleton height="30rem" />}
    </Section>
  )
}

function Form({ profile }: { profile: StoreProfile }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const mutateAll = useStoreMutateAll()
  const [draft, setDraft] = useState(() => profileDraftOf(profile))
  const [faults, setFaults] = useState<ReadonlySet<ProfileFault>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  const put = (part: Partial<ProfileDraft>) => setDraft((now) => ({ ...now, ...part }))
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const read = readStoreProfile(draft, profile)
    setFaults(read.faults)
    if (read.acts.length > 0) await mutateAll(read.acts, { text: t('centre.saved'), kind: 'good' })
  }
  return (
    <Card>
      <form ref={form} className={styles.form} noValidate onSubmit={(e) => void save(e)}>
        <LogoField name={profile.name} logo={profile.logo} chosen={draft.logo} onChoose={(logo) => put({ logo })} />
        <Field
          label={t('centre.profileName')}
          hint={t('centre.profileNameHint', { max: number(RENAMES_MAX), days: number(RENAME_DAYS) })}
          autoComplete="off"
          maxLength={STORE_NAME_MAX}
          value={draft.name}
          error={
            faults.has('name')
              ? t('centre.profileNameWrong', { min: number(STORE_NAME_MIN), max: number(STORE_NAME_MAX) })
              : undefined
          }
          onChange={(e) => put({ name: e.target.value })}
        />
        <About draft={draft} put={put} wrong={faults.has('description')} />
        <From draft={draft} put={put} wrong={faults.has('from')} />
        <Button type="submit" wide>
          {t('centre.save')}
        </Button>
      </form>
    </Card>
  )
}

interface PartProps {
  draft: ProfileDraft
  put(part: Partial<ProfileDraft>): void
  wrong: boolean
}

/** The description, in one language after the other. */
function About({ draft: { description }, put, wrong }: PartProps) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const [language, setLanguage] = useState<string>(() =>
    description[locale] === undefined ? (Object.keys(description)[0] ?? locale) : locale,
  )
  return (
    <>
      <LanguageChips texts={description} language={language} onChoose={setLanguage} />
      <TextArea
        key={language}
        label={t('centre.profileAbout')}
        lang={language}
        rows={5}
        maxLength={ABOUT_MAX}
        value={description[language] ?? ''}
        error={wrong ? t('centre.profileAboutWrong', { max: number(ABOUT_ALL_MAX) }) : undefined}
        onChange={(text) => put({ description: { ...description, [language]: text } })}
      />
    </>
  )
}

/** The country that it ships from. */
function From({ draft: { from }, put, wrong }: PartProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const countryName = useCountryName()
  const countries = useAreas('')
  const choices = (countries ?? [])
    .map(({ code }) => ({ value: code, label: countryName(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  return (
    <AreaField
      label={t('centre.profileFrom')}
      value={from}
      {...(/^[A-Z]{2}$/.test(from) && { name: countryName(from) })}
      free
      choices={choices}
      hint={countries?.length === 0 ? t('centre.countriesLater') : t('centre.profileFromHint')}
      error={wrong ? t('centre.countryWrong') : undefined}
      onValue={(code) => put({ from: code })}
    />
  )
}

export { CurrencySection } from './currency-section.tsx'
export { LegalSection } from './legal-section.tsx'
