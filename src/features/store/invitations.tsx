import { useTranslation } from 'react-i18next'
import type { Membership } from '#contract/sync/schema-rows.ts'
import { useCall } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card, Section } from '../../ui/blocks/card.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './centre.module.css'

/** The stores that invite the person, each to accept or to decline. */
export function Invitations({ invitations }: { invitations: readonly Membership[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('centre.invitations')}>
      <div className={styles.stack}>
        {invitations.map((one) => (
          <Invitation key={one.uid} invitation={one} />
        ))}
      </div>
    </Section>
  )
}

function Invitation({ invitation: { uid, name: store, invited } }: { invitation: Membership }) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const { call, busy } = useCall('user.answerInvitation')
  const answer = async (accept: boolean): Promise<void> => {
    const outcome = await call({ store: uid, accept })
    if (outcome.kind === 'sessionGone') return
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    toast({ text: accept ? t('centre.joined', { store }) : t('centre.declined'), kind: 'good' })
  }
  return (
    <Card>
      <div className={styles.form}>
        <p>
          <b>
            <bdi>{store}</bdi>
          </b>
          <br />
          {t(invited === 'owner' ? 'centre.invitesOwner' : 'centre.invitesStaff')}
        </p>
        <Button wide busy={busy} aria-label={t('centre.acceptOf', { store })} onClick={() => void answer(true)}>
          {t('centre.accept')}
        </Button>
        <Button
          kind="quiet"
          wide
          disabled={busy}
          aria-label={t('centre.declineOf', { store })}
          onClick={() => void answer(false)}
        >
          {t('centre.decline')}
        </Button>
      </div>
    </Card>
  )
}
