import Banknote from 'lucide-react/icons/banknote-arrow-up'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinOf, isAsset, isTest } from '#contract/coins/assets.ts'
import { networkName } from '#contract/coins/networks.ts'
import { knownOr } from '#contract/wire/open.ts'
import { withdrawalDoubts } from '#contract/withdrawals/doubts.ts'
import { canCancel, withdrawalStates, type WithdrawalState } from '#contract/withdrawals/rules.ts'
import type { AskedWithdrawal } from '#contract/withdrawals/schema-operator.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { FindField } from '../find-field.tsx'
import styles from '../operator.module.css'
import { ReasonField } from '../reason-field.tsx'
import { ApprovalKeySection } from './approval-key.tsx'
import { useAct } from '../use-act.ts'
import { useOperatorCall } from '../use-operator-call.ts'
import { useSigning, type Signing } from '../use-signing.ts'

type Wanted = WithdrawalState | 'waits'

/** Withdrawals that wait for operators, the oldest first, or those of a state. */
export function WithdrawalsDesk() {
  const { t } = useTranslation()
  const [find, setFind] = useState('')
  const [state, setState] = useState<Wanted>('waits')
  const { data, failure, busy, again } = useOperatorCall('operator.withdrawals', {
    find: useDeferredValue(find),
    ...(state !== 'waits' && { state }),
  })
  const signing = useSigning()
  const signs = data !== undefined && (data.signer !== undefined || data.signerAway === true)
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <FindField label={t('withdrawalsDesk.find')} value={find} onChange={setFind} />
        <Select<Wanted>
          label={t('operator.state')}
          value={state}
          choices={[
            { value: 'waits' as const, label: t('withdrawalsDesk.waiting') },
            ...withdrawalStates.map((value) => ({ value, label: t(`withdrawalsDesk.state.${value}`) })),
          ]}
          onChange={setState}
        />
      </div>
      {signs && <ApprovalKeySection signing={signing} desk={data} />}
      {failure && <AskedFailure failure={failure} busy={busy} again={again} />}
      {!data && !failure && <Skeleton height="16rem" />}
      {data?.withdrawals.length === 0 &&
        (find.trim() === '' && state === 'waits' ? (
          <EmptyState icon={<Banknote />} title={t('withdrawalsDesk.empty')} text={t('withdrawalsDesk.emptyText')} />
        ) : (
          <EmptyState icon={<Banknote />} title={t('withdrawalsDesk.none')} />
        ))}
      {data?.withdrawals.map((one) => (
        <Asked key={one.id} withdrawal={one} signing={signs ? signing : undefined} onDone={again} />
      ))}
      {data?.more && <Notice>{t('withdrawalsDesk.more')}</Notice>}
    </div>
  )
}

function useFacts(): (withdrawal: AskedWithdrawal) => readonly (readonly [string, string])[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  const language = useLanguage()
  const write = useCoins()
  const coins = (units: bigint, asset: string): string => (isAsset(asset) ? write(units, asset) : `${units} ${asset}`)
  return ({ amount, fee, asset, ...w }) => [
    [t('withdrawalsDesk.amount'), coins(BigInt(amount), asset)],
    [t('withdrawalsDesk.sent'), coins(BigInt(amount) - BigInt(fee), asset)],
    [t('withdrawalsDesk.network'), networkName(w.network)],
    [t('withdrawalsDesk.address'), w.address],
    [t('withdrawalsDesk.email'), w.email],
    ...(w.store ? [[t('withdrawalsDesk.store'), w.store] as const] : []),
    [t('withdrawalsDesk.before'), number(w.before)],
    [t('withdrawalsDesk.at'), exactTime(w.at, language)],
    ...(w.state === 'waiting' ? [[t('withdrawalsDesk.readyAt'), exactTime(w.readyAt, language)] as const] : []),
    ...(w.approvals > 0 && !w.approved ? [[t('withdrawalsDesk.takes'), number(w.approvals)] as const] : []),
    ...(w.txid === null ? [] : [[t('withdrawalsDesk.txid'), w.txid] as const]),
    ...(w.reason === null ? [] : [[t('operator.reason'), w.reason] as const]),
    [t('withdrawalsDesk.reference'), w.id.slice(0, 8)],
  ]
}

interface AskedProps {
  withdrawal: AskedWithdrawal
  /** Absent if the market has no signer. */
  signing: Signing | undefined
  onDone(): void
}

function Asked({ withdrawal, signing, onDone }: AskedProps) {
  const { t } = useTranslation()
  const facts = useFacts()
  const decide = useAct('operator.decideWithdrawal')
  const coins = useCoins()
  const [refusing, setRefusing] = useState(false)
  const [sure, setSure] = useState(false)
  const { id, asset, amount, fee, approvals, approved, reason } = withdrawal
  const why = withdrawalDoubts.find((one) => one === withdrawal.why)
  const state = knownOr(withdrawalStates, withdrawal.state, 'newer')
  const agrees = (state === 'waiting' || state === 'review') && approvals > 0 && !approved
  const alarmed = state === 'queued' && why === 'signerAlarm'
  const askAgain = async () => {
    if (await decide.act({ id, agree: true, why })) onDone()
  }
  const agree = async () => {
    // The amount is read once more before it goes.
    if (!sure) return setSure(true)
    const signed = signing ? await signing.sign(withdrawal) : {}
    if (signed && (await decide.act({ id, agree: true, why: withdrawal.why && why, ...signed }))) onDone()
  }
  return (
    <Card className={styles.stack}>
      <p className={styles.acts}>
        <Badge>{t(`withdrawalsDesk.state.${state}`)}</Badge>
        {isAsset(asset) && isTest(asset) && (
          <Badge tone="warn">{t('withdrawalsDesk.test', { coin: coinOf(asset) })}</Badge>
        )}
      </p>
      {why && <Notice tone="warn">{t(`withdrawalsDesk.why.${why}`)}</Notice>}
      {alarmed && <p>{t(reason === null ? 'withdrawalsDesk.alarmText' : 'withdrawalsDesk.givesBack')}</p>}
      <dl className={styles.facts}>
        {facts(withdrawal).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {sure && signing?.key === null && <Notice tone="warn">{t('signing.unsigned')}</Notice>}
      {canCancel(withdrawal.state) && (
        <div className={styles.acts}>
          {agrees && (
            <Button busy={decide.busy || signing?.busy === true} onClick={() => void agree()}>
              {sure && isAsset(asset)
                ? t('withdrawalsDesk.sure', { coins: coins(BigInt(amount) - BigInt(fee), asset) })
                : t('withdrawalsDesk.agree')}
            </Button>
          )}
          {alarmed && (
            <Button busy={decide.busy} onClick={() => void askAgain()}>
              {t('withdrawalsDesk.askAgain')}
            </Button>
          )}
          {!(alarmed && reason !== null) && (
            <Button kind="secondary" onClick={() => setRefusing(true)}>
              {t(alarmed ? 'withdrawalsDesk.giveBack' : 'withdrawalsDesk.refuse')}
            </Button>
          )}
        </div>
      )}
      {refusing && <RefuseSheet id={id} alarmed={alarmed} onClose={() => setRefusing(false)} onDone={onDone} />}
    </Card>
  )
}

interface RefuseProps {
  id: string
  /** Whether the signer may have paid it. */
  alarmed: boolean
  onClose(): void
  onDone(): void
}

function RefuseSheet({ id, alarmed, onClose, onDone }: RefuseProps) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.decideWithdrawal')
  const errors = useErrors(['reason'])
  const [reason, setReason] = useState('')
  const title = t(alarmed ? 'withdrawalsDesk.giveBack' : 'withdrawalsDesk.refuse')
  const refuse = async () => {
    if (!reason.trim()) return void errors.show({ reason: t('operator.reasonNeeded') })
    if (!(await act({ id, agree: false, reason }))) return
    onClose()
    onDone()
  }
  return (
    <Sheet open onClose={onClose} title={title}>
      <div className={styles.stack}>
        <p>{t(alarmed ? 'withdrawalsDesk.giveBackText' : 'withdrawalsDesk.refuseText')}</p>
        <ReasonField {...errors.bind('reason', reason, setReason)} />
        <Button kind="danger" wide busy={busy} onClick={() => void refuse()}>
          {title}
        </Button>
      </div>
    </Sheet>
  )
}
