import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, textIn } from '#contract/text/locales.ts'
import { ABOUT_MARKET_MAX } from '#contract/appearance/shades.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import { useCall, type Failed } from '../../../data/use-call.ts'
import { useWant } from '../../../data/use-want.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import {
  changesOf,
  appearanceDraftOf,
  judgeColor,
  type AppearanceDraft,
  type AppearanceSettings,
} from './appearance-draft.ts'
import { AppearancePreview } from './appearance-preview.tsx'
import styles from './appearance.module.css'
import { ColorField, useFaintText } from './color-field.tsx'
import { base64Of } from '../base64-of.ts'
import { MarketLogoField, useShownLogo } from './market-logo-field.tsx'

const NAME_MAX = 40

interface AppearanceProps {
  settings: AppearanceSettings
  logo: Picture | null
  /** Something was set. */
  onSaved(): void
}

/** The market's name, logo, colour and description, seen before they hold. */
export function AppearanceForm({ settings, logo, onSaved }: AppearanceProps) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const [draft, setDraft] = useState(() => appearanceDraftOf(settings))
  const errors = useErrors<'name' | 'color'>(['name', 'color'])
  const { save, busy } = useSave(settings, onSaved)
  const shown = useShownLogo(logo, draft.logo)
  const put = (part: Partial<AppearanceDraft>) => setDraft((now) => ({ ...now, ...part }))
  const color = judgeColor(draft.color)
  const faint = useFaintText(draft.color)
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const name = draft.name.trim()
    const wrong = errors.show({
      ...((name === '' || name.length > NAME_MAX) && { name: t('siteDesk.nameNeeded') }),
      ...(color === 'wrong' && { color: t('siteDesk.colorShape') }),
      ...(faint && { color: faint }),
    })
    if (!wrong && (await save(draft))) put({ logo: undefined })
  }
  return (
    <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
      <Field
        label={t('operatorSettings.web_name')}
        hint={t('operatorHints.web_name')}
        autoComplete="off"
        maxLength={NAME_MAX}
        {...errors.bind('name', draft.name, (name) => put({ name }))}
      />
      <MarketLogoField shown={shown} logo={logo} chosen={draft.logo} onChoose={(chosen) => put({ logo: chosen })} />
      <ColorField {...errors.bind('color', draft.color, (typed) => put({ color: typed }))} />
      {locales.map(({ code, name }) => (
        <Field
          key={code}
          label={t('siteDesk.descriptionIn', { language: name })}
          hint={t('siteDesk.descriptionHint', { max: number(ABOUT_MARKET_MAX) })}
          lang={code}
          autoComplete="off"
          maxLength={ABOUT_MARKET_MAX}
          value={draft.description[code] ?? ''}
          onChange={(e) => put({ description: { ...draft.description, [code]: e.target.value } })}
        />
      ))}
      <AppearancePreview
        name={draft.name.trim() || settings.web_name}
        about={textIn(draft.description, locale) || undefined}
        color={typeof color === 'object' && color.enough ? color.color : null}
        shown={shown}
      />
      <Button type="submit" wide busy={busy}>
        {t('operator.save')}
      </Button>
    </form>
  )
}

/** Sets what has changed, one after the other, up to the first that is refused; resolves to whether all of it was. */
function useSave(
  settings: AppearanceSettings,
  onSaved: () => void,
): { save(draft: AppearanceDraft): Promise<boolean>; busy: boolean } {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const site = useCall('operator.siteSet')
  const logo = useCall('operator.logoSet')
  // This device's own settings would be as before for minutes.
  const device = useWant('site.settings', {}, false)
  const failed = (why: Failed): false => {
    if (why.kind !== 'sessionGone') toast({ text: failureText(why), kind: 'bad' })
    return false
  }
  const setAll = async (draft: AppearanceDraft): Promise<boolean> => {
    for (const change of changesOf(draft, settings)) {
      const outcome = await site.call(change)
      if (outcome.kind !== 'accepted') return failed(outcome)
    }
    if (draft.logo === undefined) return true
    const file = draft.logo && (await base64Of(draft.logo).catch(() => undefined))
    if (file === undefined) {
      toast({ text: t('refusals.notAPicture'), kind: 'bad' })
      return false
    }
    const outcome = await logo.call({ file })
    return outcome.kind === 'accepted' || failed(outcome)
  }
  const save = async (draft: AppearanceDraft): Promise<boolean> => {
    if (changesOf(draft, settings).length === 0 && draft.logo === undefined) {
      toast({ text: t('siteDesk.nothingNew') })
      return true
    }
    const all = await setAll(draft)
    // Something may have been set before what was refused.
    onSaved()
    void device.refresh()
    if (all) toast({ text: t('siteDesk.saved'), kind: 'good' })
    return all
  }
  return { save, busy: site.busy || logo.busy }
}
