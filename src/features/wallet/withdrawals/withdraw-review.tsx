import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { networkName } from '#contract/coins/networks.ts'
import { Facts } from '../../../parts/format/facts.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { intl } from '../../../ui/intl.ts'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { exactTime, useNow } from '../../../ui/time.tsx'
import { GroupedAddress } from '../grouped-address.tsx'
import { LargeCoins } from '../large-coins.tsx'
import { askedLately, isUsed } from './used-addresses.ts'
import { useWaitText } from '../use-wait-text.ts'
import { receivedOf } from '../withdraw-amount.ts'
import { WithdrawProof } from './withdraw-proof.tsx'
import type { ReviewProps } from './withdraw-steps.ts'
import styles from '../wallet.module.css'

/** A withdrawal before it is asked for: what arrives where and when, and the proof that the person asks for it. */
export function WithdrawReview(props: ReviewProps) {
  const { t } = useTranslation()
  const coins = useCoins()
  const { method, review, onEdit } = props
  const { network, asset, fee, test } = method
  const { changed, settling } = useFeeChange(fee)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const facts = [
    [t('withdraw.leaves'), coins(review.units, asset)],
    [t('withdraw.fee'), coins(fee, asset)],
  ] as const
  return (
    <div className={styles.stack}>
      <Card className={styles.form}>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {t('withdraw.review')}
          </h2>
          {test && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
        </div>
        {changed && (
          <Notice tone="warn" urgent>
            {t('withdraw.feeChanged')}
          </Notice>
        )}
        <div>
          <p className={styles.soft}>{t('withdraw.received')}</p>
          <LargeCoins units={receivedOf(review.units, fee)} asset={asset} />
        </div>
        <div>
          <p className={styles.soft}>{t('withdraw.to', { network: networkName(network) })}</p>
          <p>
            <GroupedAddress address={review.address} />
          </p>
        </div>
        <Facts facts={facts} className={styles.figures} />
        <Sending {...props} />
        <AskedLately {...props} />
        <div>
          <Button kind="secondary" onClick={() => onEdit()}>
            {t('withdraw.edit')}
          </Button>
        </div>
      </Card>
      <WithdrawProof {...props} settling={settling} />
    </div>
  )
}

/** When the withdrawal is sent. */
function Sending({ method, withdrawing: { newAddressHours }, items, review }: ReviewProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const wait = useWaitText()
  if (newAddressHours === 0 || isUsed(items, method, review.address))
    return <p className={styles.soft}>{t('withdraw.soon', { wait: wait(method.seconds) })}</p>
  const hours = intl('number', locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' })
  return <Notice>{t('withdraw.newAddress', { time: hours.format(newAddressHours) })}</Notice>
}

/** Warns of the same withdrawal that was asked for lately: its answer may have been lost. */
function AskedLately({ method: { network }, items, review }: ReviewProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const now = useNow()
  const before = now !== undefined && askedLately(items, { network, ...review }, now)
  if (!before) return null
  return <Notice tone="warn">{t('withdraw.again', { when: exactTime(before.at, locale) })}</Notice>
}

/** A press within this time after the fee changed asks for nothing (ms). */
const SETTLE_MS = 1_000

/** Whether the fee differs from the one that the review began with, and whether it has just changed. */
function useFeeChange(fee: bigint): { changed: boolean; settling: boolean } {
  const [first] = useState(fee)
  const [settled, setSettled] = useState(fee)
  useEffect(() => {
    if (settled === fee) return
    const timer = window.setTimeout(() => setSettled(fee), SETTLE_MS)
    return () => window.clearTimeout(timer)
  }, [fee, settled])
  return { changed: fee !== first, settling: fee !== settled }
}
