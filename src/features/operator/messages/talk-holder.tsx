import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answering, OperatorConversation } from '#contract/messages/schema-operator.ts'
import { usePerson } from '../../../data/use-person.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'

interface TalkHolderProps {
  talk: OperatorConversation
  /** The operators who may answer conversations. */
  staff: readonly Answering[]
  /** Something was done, or the state is not the one that was shown. */
  onDone(): void
}

/** The operator who answers a conversation, and the actions on that: take it, hand it over, close it. */
export function TalkHolder({ talk, staff, onDone }: TalkHolderProps) {
  const { t } = useTranslation()
  const me = usePerson()?.uid ?? null
  const hold = useAct('operator.holdTalk')
  const close = useAct('operator.closeTalk')
  const [handing, setHanding] = useState(false)
  const { id, holder = null, closedAt = null, last = 0 } = talk
  const busy = hold.busy || close.busy
  const from = holder?.id ?? null
  const isOwn = from !== null && from === me
  const give = async (to: string | null) => {
    await hold.act({ id, from, to })
    setHanding(false)
    onDone()
  }
  const setClosed = async (closed: boolean) => {
    await close.act({ id, closed, last })
    onDone()
  }
  if (closedAt !== null)
    return (
      <div className={styles.acts}>
        <Button kind="secondary" small busy={busy} onClick={() => void setClosed(false)}>
          {t('operatorTalks.reopen')}
        </Button>
      </div>
    )
  return (
    <>
      <p className={styles.soft}>
        {isOwn
          ? t('operatorTalks.heldYou')
          : holder
            ? t('operatorTalks.held', { name: holder.name })
            : t('operatorTalks.free')}
      </p>
      <div className={styles.acts}>
        {!isOwn && (
          <Button kind="secondary" small busy={busy} onClick={() => void give(me)}>
            {t(holder ? 'operatorTalks.takeOver' : 'operatorTalks.take')}
          </Button>
        )}
        <Button kind="secondary" small onClick={() => setHanding(true)}>
          {t('operatorTalks.hand')}
        </Button>
        {isOwn && (
          <Button kind="secondary" small busy={busy} onClick={() => void give(null)}>
            {t('operatorTalks.giveBack')}
          </Button>
        )}
        {(isOwn || !holder) && (
          <Button kind="secondary" small busy={busy} onClick={() => void setClosed(true)}>
            {t('operatorTalks.close')}
          </Button>
        )}
      </div>
      {handing && (
        <HandSheet
          others={staff.filter((one) => one.id !== me && one.id !== from)}
          busy={busy}
          onClose={() => setHanding(false)}
          onHand={(to) => void give(to)}
        />
      )}
    </>
  )
}

/** Chooses the operator to whom a conversation is handed over. */
function HandSheet({
  others,
  busy,
  onClose,
  onHand,
}: {
  others: readonly Answering[]
  busy: boolean
  onClose(): void
  onHand(to: string): void
}) {
  const { t } = useTranslation()
  const [to, setTo] = useState(others[0]?.id)
  return (
    <Sheet open onClose={onClose} title={t('operatorTalks.hand')}>
      <div className={styles.stack}>
        {to === undefined ? (
          <p>{t('operatorTalks.nobodyElse')}</p>
        ) : (
          <>
            <Select
              label={t('operatorTalks.handTo')}
              value={to}
              choices={others.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setTo}
            />
            <Button wide busy={busy} onClick={() => onHand(to)}>
              {t('operatorTalks.handNow')}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}
