import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, type LocaleCode } from '#contract/text/locales.ts'
import { CONTRACT_WRITTEN_MAX } from '#contract/market/contract-versions.ts'
import { filledLines, textValues, type TextValues } from '#contract/text/filled-text.ts'
import type { ContractDesk } from '#contract/market/schema-operator-contract.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { RecentMap } from '../../../ui/recent-map.ts'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { useLanguageNames } from './use-language-names.ts'
import { WrittenBody } from '../written-body.tsx'

interface ContractDraftProps {
  data: ContractDesk
  language: LocaleCode
  onDone(): void
}

/** Typed text that is not saved yet, by language: it outlives a look at another desk. */
const typed = new RecentMap<string>(locales.length)

/** The draft in a language, and the way to publish all drafts. */
export function ContractDraft({ data, language, onDone }: ContractDraftProps) {
  const { t } = useTranslation()
  const save = useAct('operator.contractSet')
  const [body, setBody] = useState(() => typed.get(language) ?? data.draft?.body ?? '')
  const [empty, setEmpty] = useState(false)
  const values = Object.fromEntries(textValues.map((name) => [name, data.values[name] ?? ''])) as TextValues
  const write = (text: string) => {
    typed.set(language, text)
    setBody(text)
    setEmpty(false)
  }
  const keep = async (text: string) => {
    if (!(await save.act({ language, body: text }))) return
    typed.delete(language)
    if (text === '') setBody('')
    onDone()
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setEmpty(body.trim() === '')
    if (body.trim() !== '') void keep(body)
  }
  const changed = body !== (data.draft?.body ?? '')
  return (
    <Section title={t('contractDesk.draft')} note={<p className={styles.soft}>{t('contractDesk.draftHint')}</p>}>
      <form className={styles.stack} noValidate onSubmit={submit}>
        {body === '' && (
          <div className={styles.acts}>
            <Button kind="secondary" onClick={() => write(data.template)}>
              {t('contractDesk.begin')}
            </Button>
          </div>
        )}
        <WrittenBody
          value={body}
          language={language}
          max={CONTRACT_WRITTEN_MAX}
          empty={empty}
          filled={filledLines(body, values)}
          onChange={write}
        />
        <Values values={values} />
        <div className={styles.acts}>
          <Button type="submit" kind="secondary" busy={save.busy}>
            {t('contractDesk.save')}
          </Button>
          {data.draft && (
            <Button kind="quiet" busy={save.busy} onClick={() => void keep('')}>
              {t('contractDesk.remove')}
            </Button>
          )}
        </div>
      </form>
      {data.draftedAt !== null && <Publish data={data} draftedAt={data.draftedAt} unsaved={changed} onDone={onDone} />}
    </Section>
  )
}

/** The values that the text takes, as the settings have them. */
function Values({ values }: { values: TextValues }) {
  const { t } = useTranslation()
  return (
    <div className={styles.stack}>
      <p className={styles.hint}>{t('contractDesk.values')}</p>
      <dl className={styles.values}>
        {textValues.map((name) => (
          <div key={name}>
            <dt dir="ltr">
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>
              <bdi>{values[name] || t('contractDesk.unstated')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface PublishProps {
  data: ContractDesk
  /** When the newest draft was saved (Unix ms). */
  draftedAt: number
  unsaved: boolean
  onDone(): void
}

/** Publishes all drafts, once it was confirmed: a version never changes. */
function Publish({ data, draftedAt, unsaved, onDone }: PublishProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const names = useLanguageNames()
  const publish = useAct('operator.contractPublish')
  const [sure, setSure] = useState(false)
  const close = () => setSure(false)
  const version = number(data.next)
  const missing = locales.map(({ code }) => code as string).filter((code) => !data.drafts.includes(code))
  const go = async () => {
    await publish.act({ version: data.next, draftedAt })
    close()
    // Also where it was not done: what came meanwhile is looked at first.
    onDone()
  }
  return (
    <>
      <Button wide onClick={() => setSure(true)}>
        {t('contractDesk.publish', { version })}
      </Button>
      <Sheet open={sure} onClose={close} title={t('contractDesk.publish', { version })}>
        <div className={styles.stack}>
          <p>{t('contractDesk.sure', { version, languages: names(...data.drafts) })}</p>
          {missing.length > 0 && <p>{t('contractDesk.missing', { languages: names(...missing) })}</p>}
          {unsaved && <p className={styles.bad}>{t('contractDesk.unsaved')}</p>}
          <Button wide busy={publish.busy} onClick={() => void go()}>
            {t('contractDesk.publish', { version })}
          </Button>
        </div>
      </Sheet>
    </>
  )
}
