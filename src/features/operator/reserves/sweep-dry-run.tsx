import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinOf, isAsset, type Asset } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import { knownOr } from '#contract/wire/open.ts'
import { sweepHindrances } from '#contract/reserves/sweeps.ts'
import type { DryRun } from '#contract/reserves/schema-operator-sweeps.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { ReserveAmounts } from './amounts.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'

interface Props {
  dryRun: DryRun
  wanted: { network: Network; asset: Asset }
  onBegun(): void
}

/** The preview of collecting a coin, with the button that begins it. */
export function SweepDryRun({ dryRun, wanted, onBegun }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { hindrance, addresses, percent, unrated } = dryRun
  if (hindrance !== null)
    return <Notice>{t(`sweepsDesk.hindrance.${knownOr(sweepHindrances, hindrance, 'newer')}`)}</Notice>
  return (
    <>
      {unrated && <Notice tone="warn">{t('sweepsDesk.unrated')}</Notice>}
      {addresses === 0 && <Notice>{t('sweepsDesk.nothing', { percent: number(percent) })}</Notice>}
      <Found dryRun={dryRun} />
      {addresses > 0 && <Collect dryRun={dryRun} wanted={wanted} onBegun={onBegun} />}
    </>
  )
}

/** The amounts that can be collected, and those that are left out. */
function Found({ dryRun }: { dryRun: DryRun }) {
  const { t } = useTranslation()
  const { number, money } = useFormat()
  const { market } = useMoney()
  const { asset, to, wallet, addresses, units, cost, costAsset, worth, gas, small, over } = dryRun
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t(wallet ? 'sweepsDesk.toWallet' : 'sweepsDesk.toReserve')}</dt>
          <dd dir="auto">{to}</dd>
        </div>
        <div>
          <dt>{t('sweepsDesk.addresses')}</dt>
          <dd>{number(addresses)}</dd>
        </div>
        {worth !== null && addresses > 0 && (
          <div>
            <dt>{t('sweepsDesk.worth')}</dt>
            <dd>{money(worth, market)}</dd>
          </div>
        )}
      </dl>
      <ReserveAmounts
        asset={asset}
        rows={[
          [t('sweepsDesk.units'), units],
          ...(small.addresses > 0 ? [[t('sweepsDesk.small'), small.units] as const] : []),
          ...(over.addresses > 0 ? [[t('sweepsDesk.over'), over.units] as const] : []),
        ]}
      />
      {addresses > 0 && (
        <ReserveAmounts
          asset={costAsset}
          rows={[[t('sweepsDesk.cost'), cost], ...(gas === '0' ? [] : [[t('sweepsDesk.gas'), gas] as const])]}
        />
      )}
    </>
  )
}

/** Begins to collect; the amount is read once more before that. */
function Collect({ dryRun, wanted, onBegun }: Props) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.sweep')
  const write = useCoins()
  const [sure, setSure] = useState(false)
  const { to, cost, costAsset, units, more, short } = dryRun
  const collect = async () => {
    if (!sure) return setSure(true)
    if (await act({ ...wanted, to, cost })) onBegun()
  }
  return (
    <>
      {more && <Notice>{t('sweepsDesk.moreAddresses')}</Notice>}
      {short && isAsset(costAsset) && <Notice tone="warn">{t('sweepsDesk.short', { coin: coinOf(costAsset) })}</Notice>}
      <div className={styles.acts}>
        <Button busy={busy} onClick={() => void collect()}>
          {sure ? t('sweepsDesk.sure', { coins: write(BigInt(units), wanted.asset) }) : t('sweepsDesk.collect')}
        </Button>
      </div>
    </>
  )
}
