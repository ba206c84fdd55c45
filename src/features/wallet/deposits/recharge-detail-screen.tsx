import History from 'lucide-react/icons/history'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { coinOf, isTest } from '#contract/coins/assets.ts'
import { networkName } from '#contract/coins/networks.ts'
import { claimDifferences } from '#contract/deposits/recharges.ts'
import { rechargeItem, type RechargeItem } from '#localdb/queries/deposits.ts'
import { links } from '../../../links/links.ts'
import { useLive } from '../../../data/use-live.ts'
import { Facts } from '../../../parts/format/facts.tsx'
import { OwnPicture } from '../../../parts/pictures/own-picture.tsx'
import { Screen } from '../../../parts/screen/screen.tsx'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { DropTest } from './drop-test.tsx'
import { LargeCoins } from '../large-coins.tsx'
import { RechargeStateText, shownUnits, rechargeStateOf } from './recharge-state.tsx'
import { usePayment } from './use-payment.ts'
import { TransactionId } from '../transaction-id.tsx'
import styles from '../wallet.module.css'

/** One recharge: its amount, its state, and its claim. */
export function RechargeDetailScreen() {
  const { t } = useTranslation()
  const key = new URLSearchParams(useSearch()).get('id') ?? ''
  const back = usePayment()
  const recharge = useLive((db) => rechargeItem(db, key), [key])
  if (recharge === undefined)
    return (
      <Screen width="narrow">
        <Skeleton height="14rem" />
      </Screen>
    )
  if (recharge === null)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<History />}
          title={t('recharge.unknown')}
          text={t('recharge.unknownHint')}
          action={<ButtonLink href={links.recharges}>{t('recharge.records')}</ButtonLink>}
        />
      </Screen>
    )
  return (
    <Screen width="narrow">
      <div className={styles.stack}>
        <Standing recharge={recharge} />
        {back !== undefined && (
          <ButtonLink kind={rechargeStateOf(recharge) === 'credited' ? 'primary' : 'secondary'} href={back}>
            {t('recharge.toPayment')}
          </ButtonLink>
        )}
        <Details recharge={recharge} />
        <DropTest recharge={recharge} />
      </div>
    </Screen>
  )
}

function Standing({ recharge }: { recharge: RechargeItem }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const coins = useCoins()
  const { asset, confirmations, needed, pending } = recharge
  const state = rechargeStateOf(recharge)
  return (
    <Card className={styles.holding}>
      <div className={styles.head}>
        <RechargeStateText recharge={recharge} />
        {pending && <SyncMark />}
        {isTest(asset) && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
      </div>
      <LargeCoins units={shownUnits(recharge)} asset={asset} />
      {state === 'confirming' && (
        <progress
          className={styles.progress}
          value={confirmations}
          max={needed}
          aria-label={t('recharge.state.confirming', { n: number(confirmations), of: number(needed) })}
        />
      )}
      <p aria-live="polite">{t(`recharge.says.${state}`, { coin: coinOf(asset) })}</p>
      {claimDifferences(recharge).map((difference) => (
        <Notice key={difference} tone={difference === 'short' ? 'warn' : 'info'}>
          {t(`recharge.differs.${difference}`, { claimed: coins(BigInt(recharge.claimed!.amount), asset) })}
        </Notice>
      ))}
    </Card>
  )
}

function Details({ recharge }: { recharge: RechargeItem }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const coins = useCoins()
  const { network, txid, asset, claimed, seenAt } = recharge
  const facts: (readonly [string, string])[] = [
    [t('recharge.coinName'), coinOf(asset)],
    [t('recharge.network'), networkName(network)],
    ...(seenAt === null ? [] : [[t('recharge.seenAt'), exactTime(seenAt, locale)] as const]),
    ...(claimed
      ? ([
          [t('recharge.claimedAt'), exactTime(claimed.at, locale)],
          [t('recharge.claimed'), coins(BigInt(claimed.amount), asset)],
        ] as const)
      : []),
  ]
  return (
    <Card className={styles.form}>
      <Facts facts={facts} className={styles.figures} />
      <TransactionId txid={txid} />
      {claimed && claimed.pictures.length > 0 && (
        <div>
          <p className={styles.soft}>{t('recharge.picture')}</p>
          {claimed.pictures.map((file) => (
            <OwnPicture key={file} file={file} alt={t('recharge.picture')} />
          ))}
        </div>
      )}
    </Card>
  )
}
