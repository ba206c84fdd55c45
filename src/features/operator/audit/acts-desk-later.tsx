import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntranceCode, WaitingAct } from '#contract/operator/schema-acts.ts'
import type { CallInput } from '../../../data/use-call.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { usePerson } from '../../../data/use-person.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ListRow } from '../../../ui/blocks/list.tsx'
import { exactTime, useNow } from '../../../ui/time.tsx'
import { useActWords } from './use-act-words.ts'
import { EntranceNotice } from '../entrance-notice.tsx'
import { FoundList } from '../found-list.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { useOperatorCall } from '../use-operator-call.ts'
import { useSigning } from '../use-signing.ts'

/** Whether the operator who asked has signed a withdrawal, which implies that there is a signer. */
const isSigned = ({ value }: WaitingAct): boolean =>
  value?.act === 'withdrawal' && value.decision.agree && value.decision.approval !== undefined

/** The withdrawal that an act agrees to, as it is shown; undefined for any other act. */
function withdrawalOf({ value, about }: WaitingAct): CallInput<'approval.sign'> | undefined {
  if (value?.act !== 'withdrawal' || !value.decision.agree || !about?.withdrawal) return undefined
  const { fee, ...shown } = about.withdrawal
  return fee === undefined ? undefined : { id: value.decision.id, ...shown, fee }
}

/** The acts that wait for a second operator. They are agreed to, refused, or taken back by the operator who asked. */
export function ActsDesk() {
  const { t } = useTranslation()
  const language = useLanguage()
  const uid = usePerson()?.uid
  const asked = useOperatorCall('operator.acts', {})
  const decide = useAct('operator.decide')
  const wordsOf = useActWords()
  const now = useNow() ?? 0
  const [entrance, setEntrance] = useState<EntranceCode>()
  const signing = useSigning()
  const busy = decide.busy || signing.busy
  const press = async (act: WaitingAct, agree: boolean) => {
    const withdrawal = agree ? withdrawalOf(act) : undefined
    const signed = withdrawal ? await signing.sign(withdrawal) : {}
    if (!signed) return
    const left = await decide.act({ id: act.id, agree, ...signed })
    if (!left) return asked.again()
    asked.put(left)
    if (left.entrance) setEntrance(left.entrance)
  }
  const textOf = ({ by, until, aloneFrom }: WaitingAct): string =>
    aloneFrom === undefined
      ? t('operator.askedBy', { name: by.name, time: exactTime(until, language) })
      : t('operator.aloneFrom', { time: exactTime(aloneFrom, language) })
  return (
    <div className={styles.stack}>
      <p className={styles.soft}>{t('operator.actsText')}</p>
      <EntranceNotice entrance={entrance} />
      <FoundList asked={asked} label={t('desks.acts')} rows={asked.data?.acts} empty={t('operator.noActs')}>
        {(act) => (
          <ListRow
            key={act.id}
            title={<bdi>{wordsOf(act)}</bdi>}
            text={
              <>
                {textOf(act)}
                {signing.key === null && isSigned(act) && (
                  <>
                    <br />
                    {t('signing.unsigned')}
                  </>
                )}
              </>
            }
            end={
              <span className={styles.acts}>
                {(act.by.id !== uid || (act.aloneFrom !== undefined && act.aloneFrom <= now)) && (
                  <Button small busy={busy} onClick={() => void press(act, true)}>
                    {t(act.by.id === uid ? 'operator.doNow' : 'operator.agree')}
                  </Button>
                )}
                <Button small kind="secondary" busy={busy} onClick={() => void press(act, false)}>
                  {t(act.by.id === uid ? 'operator.takeBack' : 'operator.refuse')}
                </Button>
              </span>
            }
          />
        )}
      </FoundList>
    </div>
  )
}
