import HandCoins from 'lucide-react/icons/hand-coins'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinOf, isAsset, isTest, type Asset } from '#contract/coins/assets.ts'
import { networkName, networks, type Network } from '#contract/coins/networks.ts'
import { knownOr } from '#contract/wire/open.ts'
import { sweepEnds, sweepStates } from '#contract/reserves/sweeps.ts'
import type { Swept } from '#contract/reserves/schema-operator-sweeps.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { ReserveAmounts } from './amounts.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import looks from './reserves.module.css'
import { SweepDryRun } from './sweep-dry-run.tsx'
import { useOperatorCall } from '../use-operator-call.ts'

/** Time between two looks while something is under way (ms). */
const LOOK_AGAIN = 5_000

/** A coin of a network, as it is asked for. */
interface Wanted {
  network: Network
  asset: Asset
}

/** A coin that this app knows. */
function wantedOf({ network, asset }: { network: string; asset: string }): Wanted[] {
  const known = networks.find((one) => one === network)
  return known && isAsset(asset) ? [{ network: known, asset }] : []
}

/** The coin of an asset; the name of one that only a newer market knows. */
const nameOf = (asset: string): string => (isAsset(asset) ? coinOf(asset) : asset)

/** Collects deposits: a dry run of each coin, what it takes to begin, and the sweeps under way. */
export function SweepsDesk() {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<Wanted>()
  const { data, failure, busy, again } = useOperatorCall('operator.sweeps', wanted ?? {})
  const isUnderWay = data !== undefined && (data.begun.length > 0 || data.sweeps.some(isOpen))
  useEffect(() => {
    // A dry run asks the network, and is not repeated by itself.
    if (!isUnderWay || wanted) return
    const timer = window.setTimeout(again, LOOK_AGAIN)
    return () => window.clearTimeout(timer)
  }, [data, isUnderWay, wanted, again])
  const begun = () => {
    setWanted(undefined)
    again()
  }
  if (!data) return failure ? <AskedFailure failure={failure} busy={busy} again={again} /> : <Skeleton height="16rem" />
  const { dryRun } = data
  return (
    <div className={styles.stack}>
      {failure && <AskedFailure failure={failure} busy={busy} again={again} />}
      <p className={styles.soft}>{t('sweepsDesk.text')}</p>
      {data.coins.length === 0 && <EmptyState icon={<HandCoins />} title={t('sweepsDesk.noCoins')} />}
      {data.coins.flatMap(wantedOf).map((one) => {
        const isWanted = wanted?.network === one.network && wanted.asset === one.asset
        const place = { network: networkName(one.network), coin: coinOf(one.asset) }
        return (
          <Card key={`${one.network} ${one.asset}`} className={styles.stack}>
            <h2 className={looks.head}>
              <span className={looks.coin}>{place.coin}</span>
              {place.network}
              {isTest(one.asset) && <Badge tone="warn">{t('reservesDesk.test', { coin: place.coin })}</Badge>}
            </h2>
            <div className={styles.acts}>
              <Button
                kind="secondary"
                busy={isWanted && busy}
                aria-label={t('sweepsDesk.lookAt', place)}
                onClick={() => (isWanted ? again() : setWanted(one))}
              >
                {t('sweepsDesk.look')}
              </Button>
            </div>
            {isWanted && !busy && dryRun?.network === one.network && dryRun.asset === one.asset && (
              <SweepDryRun dryRun={dryRun} wanted={one} onBegun={begun} />
            )}
          </Card>
        )
      })}
      <Section title={t('sweepsDesk.latest')}>
        <div className={styles.stack}>
          {data.begun.length + data.sweeps.length === 0 && <p className={styles.soft}>{t('sweepsDesk.noneYet')}</p>}
          {data.begun.map(({ network, asset, at }) => (
            <Card key={`${network} ${asset} ${at}`}>
              {t('sweepsDesk.begun', { network: networkName(network), coin: nameOf(asset) })}
            </Card>
          ))}
          {data.sweeps.map((one) => (
            <Sweep key={one.id} sweep={one} />
          ))}
          {data.more && <Notice>{t('sweepsDesk.more')}</Notice>}
        </div>
      </Section>
    </div>
  )
}

/** Whether a sweep is under way; one in a state that this app does not know is not waited for. */
const isOpen = ({ state }: Swept): boolean => state === 'planned' || state === 'gas' || state === 'sent'

const tones = { planned: 'plain', gas: 'plain', sent: 'plain', done: 'good', ended: 'warn', newer: 'plain' } as const

/** One sweep, of one deposit address. */
function Sweep({ sweep }: { sweep: Swept }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { number } = useFormat()
  const { asset, network, units, from, to, reason, txid, confirmations, needed, at } = sweep
  const state = knownOr(sweepStates, sweep.state, 'newer')
  const why = sweepEnds.find((one) => one === reason)
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('sweepsDesk.at'), exactTime(at, language)],
    [t('sweepsDesk.from'), from],
    [t('sweepsDesk.to'), to],
    ...(txid === null ? [] : [[t('sweepsDesk.txid'), txid] as const]),
    ...(state === 'sent'
      ? [
          [
            t('sweepsDesk.confirmations'),
            t('sweepsDesk.ofNeeded', { done: number(confirmations), needed: number(needed) }),
          ] as const,
        ]
      : []),
  ]
  return (
    <Card className={styles.stack}>
      <p className={styles.acts}>
        <Badge tone={tones[state]}>{t(`sweepsDesk.state.${state}`)}</Badge>
        {networkName(network)}
      </p>
      {why && <Notice tone="warn">{t(`sweepsDesk.end.${why}`)}</Notice>}
      <ReserveAmounts asset={asset} rows={[[nameOf(asset), units]]} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
