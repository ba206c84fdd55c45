import History from 'lucide-react/icons/history'
import { useTranslation } from 'react-i18next'
import { coinOf, isTest } from '#contract/coins/assets.ts'
import { networkName } from '#contract/coins/networks.ts'
import { canCancel } from '#contract/withdrawals/rules.ts'
import { withdrawalItem, type WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { links } from '../../../links/links.ts'
import { useAccountLive } from '../../../data/stores/use-account-live.ts'
import { CopyText } from '../../../parts/format/copy-text.tsx'
import { Facts } from '../../../parts/format/facts.tsx'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { GroupedAddress } from '../grouped-address.tsx'
import { LargeCoins } from '../large-coins.tsx'
import { TransactionId } from '../transaction-id.tsx'
import { mayWithdraw } from '../use-withdrawing.ts'
import { receivedOf } from '../withdraw-amount.ts'
import { isGivenBack, withdrawalStateOf, WithdrawalStateText } from './withdrawal-state.tsx'
import styles from '../wallet.module.css'

/** One withdrawal: its amount, its state, its details, and the way to cancel it. */
export function WithdrawalDetail({ id }: { id: string }) {
  const { t } = useTranslation()
  const store = useAccountStore()
  const withdrawal = useAccountLive((db) => withdrawalItem(db, id), [id])
  if (withdrawal === undefined) return <Skeleton height="14rem" />
  if (withdrawal === null)
    return (
      <EmptyState
        icon={<History />}
        title={t('withdraw.unknown')}
        text={t('withdraw.unknownHint')}
        action={<ButtonLink href={links.withdrawals(store?.storeId)}>{t('withdraw.records')}</ButtonLink>}
      />
    )
  return (
    <div className={styles.stack}>
      <Standing withdrawal={withdrawal} />
      {canCancel(withdrawal.state) && mayWithdraw(store) && <CancelWithdrawal withdrawal={withdrawal} />}
      <Details withdrawal={withdrawal} />
    </div>
  )
}

function Standing({ withdrawal }: { withdrawal: WithdrawalItem }) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const { asset, amount, fee, confirmations, needed, readyAt, reason } = withdrawal
  const state = withdrawalStateOf(withdrawal)
  const confirmed = { n: number(confirmations), of: number(needed) }
  return (
    <Card className={styles.holding}>
      <div className={styles.head}>
        <WithdrawalStateText withdrawal={withdrawal} />
        {isTest(asset) && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
      </div>
      <LargeCoins units={receivedOf(BigInt(amount), BigInt(fee))} asset={asset} />
      {(state === 'sent' || state === 'confirming') && (
        <progress
          className={styles.progress}
          value={confirmations}
          max={needed}
          aria-label={t('withdraw.state.confirming', confirmed)}
        />
      )}
      <p aria-live="polite">{t(`withdraw.says.${state}`, { when: exactTime(readyAt, locale) })}</p>
      {reason !== null && (
        <Notice tone="warn">
          {t('withdraw.reason')} <bdi>{reason}</bdi>
        </Notice>
      )}
    </Card>
  )
}

function Details({ withdrawal }: { withdrawal: WithdrawalItem & { asker?: string } }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const coins = useCoins()
  const { network, asset, address, amount, fee, at, txid, endedAt, asker } = withdrawal
  const [units, kept] = [BigInt(amount), BigInt(fee)]
  const facts: (readonly [string, string])[] = [
    [t('recharge.coinName'), coinOf(asset)],
    [t('recharge.network'), networkName(network)],
    [t('withdraw.amount'), coins(units, asset)],
    ...(isGivenBack(withdrawal)
      ? [[t('withdraw.back'), coins(units, asset)] as const]
      : ([
          [t('withdraw.fee'), coins(kept, asset)],
          [t('withdraw.received'), coins(receivedOf(units, kept), asset)],
        ] as const)),
    [t('withdraw.askedAt'), exactTime(at, locale)],
    ...(asker === undefined ? [] : [[t('withdraw.asker'), asker] as const]),
    ...(endedAt === null ? [] : [[t('withdraw.endedAt'), exactTime(endedAt, locale)] as const]),
  ]
  return (
    <Card className={styles.form}>
      <Facts facts={facts} className={styles.figures} />
      <div>
        <p className={styles.soft}>{t('withdraw.address')}</p>
        <div className={styles.text} dir="ltr">
          <CopyText text={address} label={`${t('recharge.copy')}: ${address}`} copied={t('recharge.copied')}>
            <GroupedAddress address={address} />
          </CopyText>
        </div>
      </div>
      {txid !== null && <TransactionId txid={txid} />}
    </Card>
  )
}
