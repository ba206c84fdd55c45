import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperatorState } from '#contract/operator/schema.ts'
import { links } from '../../../links/links.ts'
import { useCall } from '../../../data/use-call.ts'
import { EnrolFactor, ProveFactor } from '../../../parts/factors/second-factor.tsx'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import styles from '../operator.module.css'

/** The step between a person and the desks: the printed code, setting up a second factor, or proving it. */
export function Entrance({
  state,
  entered,
  again,
}: {
  state: OperatorState['state']
  entered(state: OperatorState): void
  again(): void
}) {
  const { t } = useTranslation()
  if (state === 'code') return <PrintedCode entered={entered} />
  if (state === 'enrol')
    return (
      <Section title={t('operator.enrol')}>
        <EnrolFactor onDone={again} />
      </Section>
    )
  if (state === 'factor')
    return (
      <Section title={t('operator.factor')}>
        <p className={styles.soft}>{t('operator.factorText')}</p>
        <ProveFactor onDone={again} />
      </Section>
    )
  return (
    <EmptyState
      icon={<ShieldCheck />}
      title={t('operator.none')}
      text={t('operator.noneText')}
      action={<ButtonLink href={links.home}>{t('operator.home')}</ButtonLink>}
    />
  )
}

function PrintedCode({ entered }: { entered(state: OperatorState): void }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const enter = useCall('operator.enter')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (!code.trim()) return setError(t('operator.enterCode'))
    const outcome = await enter.call({ code })
    if (outcome.kind === 'accepted') return entered(outcome.data)
    const over = outcome.kind === 'refused' && outcome.refusal.reason === 'codeExpired'
    setError(over ? t('operator.codeOver') : failureText(outcome))
  }
  return (
    <Section title={t('operator.code')}>
      <form className={styles.stack} noValidate onSubmit={(e) => void submit(e)}>
        <Notice>{t('operator.codeText')}</Notice>
        <Field
          label={t('operator.codeField')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          required
          value={code}
          error={error}
          onChange={(e) => {
            setCode(e.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" wide busy={enter.busy}>
          {t('operator.enter')}
        </Button>
      </form>
    </Section>
  )
}
