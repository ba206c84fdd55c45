import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import { FactorField } from '../../parts/factors/factor-field.tsx'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { FormNotices } from './form-notices.tsx'
import { saveFile } from '../../data/save-file.ts'
import styles from './setting.module.css'

/** All that is kept of the person: in a file, or deleted for good. */
export function DataSection() {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const file = useCall('user.export')
  const [deleting, setDeleting] = useState(false)

  const download = async () => {
    const outcome = await file.call({})
    // The login has taken this screen's place, and says why.
    if (outcome.kind === 'sessionGone') return
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    const { name, text, unsent: count } = outcome.data
    saveFile(name, text, 'application/json')
    toast({
      text: count > 0 ? t('settings.exportedUnsent', { name, count }) : t('settings.exported', { name }),
      kind: 'good',
    })
  }
  return (
    <Section title={t('settings.data')}>
      <List>
        <ListRow
          icon={<Download />}
          title={t('settings.export')}
          text={t('settings.exportText')}
          onPress={() => void download()}
        />
        <ListRow icon={<Trash2 />} title={t('settings.delete')} onPress={() => setDeleting(true)}>
          <Sheet open={deleting} onClose={() => setDeleting(false)} title={t('settings.delete')}>
            <DeleteForm />
          </Sheet>
        </ListRow>
      </List>
    </Section>
  )
}

/** Says what goes and what stays, and asks for the password. */
function DeleteForm() {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const [, navigate] = useLocation()
  const { call, busy } = useCall('user.delete')
  const errors = useErrors(['password', 'factor'])
  const [password, setPassword] = useState('')
  const [factor, setFactor] = useState<string>()
  const [failure, setFailure] = useState<{ text: string; orders: boolean }>()

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    const wrong = errors.show({
      ...(!password && { password: t('settings.enterPassword') }),
      ...(factor?.trim() === '' && { factor: t('factor.enterCode') }),
    })
    if (wrong) return
    const outcome = await call({ password, ...(factor && { factor }) })
    if (outcome.kind === 'accepted') {
      toast({ text: t('settings.deleted'), kind: 'good' })
      return navigate(links.mine, { replace: true })
    }
    const refusal = outcome.kind === 'refused' ? outcome.refusal : undefined
    const reason = refusal?.reason
    if (reason === 'wrongPassword') errors.show({ password: failureText(outcome) })
    else if (reason === 'factorNeeded') setFactor('')
    else if (refusal?.params?.['of'] === 'factor') errors.show({ factor: failureText(outcome) })
    else setFailure({ text: failureText(outcome), orders: reason === 'ordersOpen' })
  }
  return (
    <form className={styles.ways} noValidate onSubmit={(e) => void submit(e)}>
      <p>{t('settings.deleteText')}</p>
      <Field
        label={t('settings.deletePassword')}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        {...errors.bind('password', password, setPassword)}
      />
      {factor !== undefined && <FactorField {...errors.bind('factor', factor, setFactor)} />}
      <FormNotices failure={undefined} />
      {failure && (
        <Notice
          tone="bad"
          urgent
          action={
            failure.orders && (
              <ButtonLink small kind="secondary" href={links.orders()}>
                {t('settings.deleteOrders')}
              </ButtonLink>
            )
          }
        >
          {failure.text}
        </Notice>
      )}
      <Button type="submit" kind="danger" wide busy={busy}>
        {t('settings.deleteNow')}
      </Button>
      <ButtonLink kind="quiet" href={links.resetPassword}>
        {t('settings.forgot')}
      </ButtonLink>
    </form>
  )
}
