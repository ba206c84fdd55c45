import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locales } from '#contract/text/locales.ts'
import { LINE_TEXT_MAX, TELL_TITLE_MAX } from '#contract/messages/rules.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { useOperatorCall } from '../use-operator-call.ts'

const whoms = ['one', 'all'] as const
type Whom = (typeof whoms)[number]
type Words = Record<string, { title: string; text: string }>
const none: Words = Object.fromEntries(locales.map(({ code }) => [code, { title: '', text: '' }]))

/**
 * A message to one person, or to everybody, in each language that is written; English is needed. Everybody is a choice
 * of its own, asked about once more with how many that are.
 */
export function TellDesk() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { act, busy } = useAct('operator.tell')
  const [whom, setWhom] = useState<Whom>('one')
  const [to, setTo] = useState('')
  const [sure, setSure] = useState(false)
  const asked = useOperatorCall('operator.people', whom === 'all' ? {} : undefined)
  const [words, setWords] = useState(none)
  const [failure, setFailure] = useState<string>()
  const set = (code: string, name: 'title' | 'text', value: string) => {
    setWords({ ...words, [code]: { ...words[code]!, [name]: value } })
    setFailure(undefined)
    setSure(false)
  }
  const send = async () => {
    const texts = locales
      .map(({ code }) => ({ language: code, ...words[code]! }))
      .filter(({ title, text }) => title.trim() !== '' || text.trim() !== '')
    const whole = texts.every(({ title, text }) => title.trim() !== '' && text.trim() !== '')
    if (!whole || !texts.some(({ language }) => language === 'en')) return setFailure(t('operator.tellNeeded'))
    if (whom === 'one' && to.trim() === '') return setFailure(t('operator.tellAddress'))
    if (whom === 'all' && !sure) return setSure(true)
    if (!(await act({ to: whom === 'all' ? 'all' : to.trim(), texts }))) return
    setWords(none)
    setSure(false)
  }
  const all = number(asked.data?.all ?? 0)
  return (
    <div className={styles.stack}>
      <Select<Whom>
        label={t('operator.tellWhom')}
        value={whom}
        choices={whoms.map((value) => ({ value, label: t(`operator.tellChoice.${value}`) }))}
        onChange={(chosen) => {
          setWhom(chosen)
          setSure(false)
          setFailure(undefined)
        }}
      />
      {whom === 'one' && (
        <Field
          label={t('operator.tellTo')}
          type="email"
          name="to"
          value={to}
          onChange={(e) => {
            setTo(e.target.value)
            setFailure(undefined)
          }}
        />
      )}
      <WordsFields words={words} onChange={set} />
      {failure && (
        <Notice tone="bad" urgent>
          {failure}
        </Notice>
      )}
      {sure && <Notice tone="warn">{t('operator.tellSure', { n: all })}</Notice>}
      <Button
        wide
        kind={sure ? 'danger' : 'primary'}
        busy={busy || (whom === 'all' && asked.data === undefined)}
        onClick={() => void send()}
      >
        {sure ? t('operator.tellNow', { n: all }) : t(whom === 'one' ? 'operator.tellOne' : 'operator.tellAll')}
      </Button>
    </div>
  )
}

/** The title and the text in each language. */
function WordsFields({
  words,
  onChange: set,
}: {
  words: Words
  onChange(code: string, name: 'title' | 'text', value: string): void
}) {
  const { t } = useTranslation()
  return (
    <>
      {locales.map(({ code, name }) => (
        <Section key={code} title={name}>
          <Field
            label={t('operator.tellTitle')}
            maxLength={TELL_TITLE_MAX}
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
    </>
  )
}
