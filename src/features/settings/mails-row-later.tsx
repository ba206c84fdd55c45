import MailCheck from 'lucide-react/icons/mail-check'
import MailWarning from 'lucide-react/icons/mail-warning'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { bounceReasons } from '#contract/messages/mail-bounces.ts'
import { buyerMails, mailTopic, storeMails, type MailSwitch } from '#contract/messages/mail-kinds.ts'
import { knownOr } from '#contract/wire/open.ts'
import type { Profile } from '#contract/account/schema.ts'
import { mutedTopics } from '#localdb/queries/messages/items.ts'
import { storesCount } from '#localdb/queries/stores/memberships.ts'
import { useCall } from '../../data/use-call.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useWant } from '../../data/use-want.ts'
import { CodeField } from '../../parts/account/code-field.tsx'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ListRow } from '../../ui/blocks/list.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { FormNotices } from './form-notices.tsx'
import styles from './setting.module.css'

interface MailsRowProps {
  email: string | undefined
  bounced: Profile['bounced']
}

const none: ReadonlySet<string> = new Set()

/** Which mails the person gets, and that they come back; `?mails=1` in the address, as mails have it, opens it. */
export function MailsRow({ email, bounced }: MailsRowProps) {
  const { t } = useTranslation()
  const search = useSearch()
  const [open, setOpen] = useState(() => new URLSearchParams(search).has('mails'))
  return (
    <ListRow
      icon={bounced ? <MailWarning /> : <MailCheck />}
      title={t('settings.mails')}
      {...(bounced && { text: t('settings.mailsBounced') })}
      end={t('settings.change')}
      onPress={() => setOpen(true)}
    >
      <Sheet open={open} onClose={() => setOpen(false)} title={t('settings.mails')}>
        <div className={styles.ways}>
          {bounced && email !== undefined && <Bounced email={email} bounced={bounced} />}
          <MailSwitches />
        </div>
      </Sheet>
    </ListRow>
  )
}

/** A switch for each kind of mails: those of stores are for whoever acts for one. */
function MailSwitches() {
  const { t } = useTranslation()
  const stores = useLive(storesCount, [], 0)
  return (
    <>
      <Switches title={t('settings.mailsBuying')} kinds={buyerMails} />
      {stores > 0 && <Switches title={t('settings.mailsSelling')} kinds={storeMails} />}
      <p className={styles.hint}>{t('settings.mailsAlways')}</p>
    </>
  )
}

function Switches({ title, kinds }: { title: string; kinds: readonly MailSwitch[] }) {
  const { t } = useTranslation()
  const mutate = useMutate()
  const muted = useLive(mutedTopics, [], none)
  return (
    <fieldset className={styles.switches}>
      <legend>{title}</legend>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          checked={!muted.has(mailTopic(kind))}
          label={t(`mailKinds.${kind}`)}
          onChange={(on) => void mutate('message.mute', { topic: mailTopic(kind), on: !on })}
        />
      ))}
    </fieldset>
  )
}

/** Why mails come back, and the way to show that they arrive again: a code out of one. */
function Bounced({ email, bounced }: { email: string; bounced: NonNullable<Profile['bounced']> }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const { call, busy } = useCall('user.change')
  const { refresh } = useWant('user.profile', {}, false)
  const errors = useErrors(['code'])
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setFailure(undefined)
    if (errors.show(code.length < 6 ? { code: t('register.enterCode') } : {})) return
    const outcome = await call({ emailCode: code })
    if (outcome.kind === 'accepted') {
      toast({ text: t('settings.bouncedOver'), kind: 'good' })
      return refresh()
    }
    const reason = outcome.kind === 'refused' ? outcome.refusal.reason : undefined
    if (reason === 'codeWrong' || reason === 'codeExpired') errors.show({ code: failureText(outcome) })
    else setFailure(failureText(outcome))
  }
  return (
    <form className={styles.ways} noValidate onSubmit={(e) => void submit(e)}>
      <Notice tone="warn">
        <p>{t(`settings.bounced.${knownOr(bounceReasons, bounced.reason, 'refused')}`)}</p>
        <p>{t('settings.bouncedHint')}</p>
      </Notice>
      <p className={styles.hint}>
        <bdi dir="ltr">{email}</bdi>
      </p>
      <CodeField
        event="address"
        value={code}
        onChange={(text) => {
          setCode(text)
          errors.clear('code')
        }}
        address={() => email}
        onFailed={(failed) => setFailure(failureText(failed))}
        {...errors.of('code')}
      />
      <FormNotices failure={failure} />
      <Button type="submit" wide busy={busy}>
        {t('settings.bouncedConfirm')}
      </Button>
    </form>
  )
}
