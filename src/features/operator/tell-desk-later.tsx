import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/locales.ts'
import { LINE_TEXT_MAX } from '#contract/rules/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'

type Words = Record<string, { title: string; text: string }>
const none: Words = Object.fromEntries(locales.map(({ code }) => [code, { title: '', text: '' }]))

/** A message to everybody, or to one person, in each language that is written; English is needed. */
export function TellDesk() {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.tell')
  const [to, setTo] = useState('')
  const [words, setWords] = useState(none)
  const [failure, setFailure] = useState<string>()
  const set = (code: string, name: 'title' | 'text', value: string) => {
    setWords({ ...words, [code]: { ...words[code]!, [name]: value } })
    setFailure(undefined)
  }
  const send = async () => {
    const texts = locales
      .map(({ code }) => ({ language: code, ...words[code]! }))
      .filter(({ title, text }) => title.trim() !== '' || text.trim() !== '')
    const whole = texts.every(({ title, text }) => title.trim() !== '' && text.trim() !== '')
    if (!whole || !texts.some(({ language }) => language === 'en')) return setFailure(t('operator.tellNeeded'))
    if (await act({ to: to.trim() || 'all', texts })) setWords(none)
  }
  return (
    <div className={styles.stack}>
      <Field
        label={t('operator.tellTo')}
        hint={t('operator.tellToHint')}
        type="email"
        name="to"
        value={to}
        onChange={(e) => setTo(e.target.value)}
      />
      {locales.map(({ code, name }) => (
        <Section key={code} title={name}>
          <Field
            label={t('operator.tellTitle')}
            maxLength={120}
            value={words[code]!.title}
            onChange={(e) => set(code, 'title', e.target.value)}
          />
          <label className={styles.words} htmlFor={`tell-${code}`}>
            {t('operator.tellText')}
            <textarea
              id={`tell-${code}`}
              rows={4}
              dir="auto"
              maxLength={LINE_TEXT_MAX}
              value={words[code]!.text}
              onChange={(e) => set(code, 'text', e.target.value)}
            />
          </label>
        </Section>
      ))}
      {failure && (
        <Notice tone="bad" urgent>
          {failure}
        </Notice>
      )}
      <Button wide busy={busy} onClick={() => void send()}>
        {t(to.trim() ? 'operator.tellOne' : 'operator.tellAll')}
      </Button>
    </div>
  )
}
