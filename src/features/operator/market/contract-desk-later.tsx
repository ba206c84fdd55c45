import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locales, type LocaleCode } from '#contract/text/locales.ts'
import type { ContractDesk as Shown } from '#contract/market/schema-operator-contract.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { ContractText } from '../../../parts/merchants/contract-text.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { ContractDraft } from './contract-draft.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'
import { useLanguageNames } from './use-language-names.ts'

/** The contract that sellers sign: a draft in each language, what they sign now, and all versions. */
export function ContractScreen() {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<LocaleCode>(useLanguage())
  return (
    <div className={styles.stack}>
      <Select<LocaleCode>
        label={t('articlesDesk.language')}
        value={language}
        choices={locales.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={setLanguage}
      />
      <InLanguage key={language} language={language} />
    </div>
  )
}

function InLanguage({ language }: { language: LocaleCode }) {
  const { data, failure, busy, again } = useOperatorCall('operator.contract', { language })
  if (!data) return failure ? <AskedFailure failure={failure} busy={busy} again={again} /> : <Skeleton height="24rem" />
  return (
    <>
      {failure && <AskedFailure failure={failure} busy={busy} again={again} />}
      <Current data={data} language={language} />
      <ContractDraft key={`${data.draft?.at ?? ''} ${data.next}`} data={data} language={language} onDone={again} />
      <Versions data={data} language={language} />
    </>
  )
}

/** The contract that sellers sign now, and how many have signed it. */
function Current({ data, language }: { data: Shown; language: LocaleCode }) {
  const { t } = useTranslation()
  const spoken = useLanguage()
  const { number } = useFormat()
  const names = useLanguageNames()
  const [open, setOpen] = useState(false)
  const { version, publishedAt, text, language: written } = data.current
  const values = { version: number(version), date: publishedAt === null ? '' : exactTime(publishedAt, spoken) }
  return (
    <Section title={t('contractDesk.now')}>
      <Card className={styles.stack}>
        <p>{publishedAt === null ? t('contractDesk.default', values) : t('contractDesk.current', values)}</p>
        <p className={styles.soft}>
          {t('contractDesk.signed', { n: number(data.signed), all: number(data.merchants) })}
        </p>
        {written !== language && (
          <p className={styles.soft}>{t('contractDesk.elsewhere', { language: names(written) })}</p>
        )}
        <div className={styles.acts}>
          <Button kind="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'contractDesk.hide' : 'contractDesk.show')}
          </Button>
        </div>
        {open && <ContractText text={text} language={written} />}
      </Card>
    </Section>
  )
}

/** All that were published, each to be read as it was. */
function Versions({ data, language }: { data: Shown; language: LocaleCode }) {
  const { t } = useTranslation()
  const spoken = useLanguage()
  const { number } = useFormat()
  const names = useLanguageNames()
  const [version, setVersion] = useState<number>()
  if (data.versions.length === 0) return null
  const close = () => setVersion(undefined)
  const title = (n: number): string => t('contractDesk.version', { version: number(n) })
  return (
    <Section title={t('contractDesk.versions')}>
      <List label={t('contractDesk.versions')}>
        {data.versions.map((one) => (
          <ListRow
            key={one.version}
            title={title(one.version)}
            text={[exactTime(one.at, spoken), names(...one.languages)].join(' · ')}
            onPress={() => setVersion(one.version)}
          />
        ))}
      </List>
      <Sheet open={version !== undefined} onClose={close} title={version === undefined ? '' : title(version)}>
        {version !== undefined && <Version version={version} language={language} />}
      </Sheet>
    </Section>
  )
}

function Version({ version, language }: { version: number; language: LocaleCode }) {
  const { t } = useTranslation()
  const { data, failure, busy, again } = useOperatorCall('operator.contractVersion', { version, language })
  if (!data) return failure ? <AskedFailure failure={failure} busy={busy} again={again} /> : <Skeleton height="16rem" />
  return data.text === null ? (
    <p className={styles.soft}>{t('articlesDesk.notWritten')}</p>
  ) : (
    <ContractText text={data.text} language={language} />
  )
}
