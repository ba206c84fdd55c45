import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslation } from 'react-i18next'
import { coinOf, isAsset, isTest } from '#contract/coins/assets.ts'
import { networkName } from '#contract/coins/networks.ts'
import { knownOr } from '#contract/wire/open.ts'
import { owedParts } from '#contract/reserves/owed-parts.ts'
import type { CoinReserves, PayingWalletState, ReserveProof } from '#contract/reserves/schema-operator.ts'
import { useCall } from '../../../data/use-call.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import { ReserveAmounts } from './amounts.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { BooksSection } from './books-section.tsx'
import styles from '../operator.module.css'
import looks from './reserves.module.css'
import { useOperatorCall } from '../use-operator-call.ts'
import { useLookAgain } from './use-look-again.ts'

/** The last proof of reserves by coin, the paying wallets, and the latest alarms. */
export function ReservesDesk() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, failure, busy, again, put } = useOperatorCall('operator.reserves', {})
  const check = useCall('operator.reserves')
  const toast = useToast()
  const failureText = useFailureText()
  const isRunning = check.busy || data?.busy === true
  useLookAgain(data, again)
  const checkNow = async () => {
    const outcome = await check.call({ check: true })
    if (outcome.kind === 'accepted') put(outcome.data)
    else if (outcome.kind !== 'sessionGone') toast({ text: failureText(outcome), kind: 'bad' })
  }
  if (!data) return failure ? <AskedFailure failure={failure} busy={busy} again={again} /> : <Skeleton height="16rem" />
  const { proof, wallets, alarms } = data
  return (
    <div className={styles.stack}>
      {failure && <AskedFailure failure={failure} busy={busy} again={again} />}
      <div className={styles.acts}>
        <Button busy={isRunning} onClick={() => void checkNow()}>
          {t('reservesDesk.check')}
        </Button>
      </div>
      <p className={styles.soft} role="status">
        {isRunning
          ? t('reservesDesk.checking')
          : proof && t('reservesDesk.last', { time: exactTime(proof.at, language) })}
      </p>
      {!proof && <EmptyState icon={<ShieldCheck />} title={t('reservesDesk.none')} text={t('reservesDesk.noneText')} />}
      {proof && <Proof proof={proof} />}
      <Section title={t('reservesDesk.wallets')}>
        <div className={styles.stack}>
          {wallets.length === 0 && <p className={styles.soft}>{t('reservesDesk.noWallets')}</p>}
          {wallets.map((wallet) => (
            <Wallet key={wallet.network} wallet={wallet} />
          ))}
        </div>
      </Section>
      <BooksSection />
      <Section title={t('reservesDesk.alarms')}>
        <div className={styles.stack}>
          {alarms.length === 0 && <p className={styles.soft}>{t('reservesDesk.noAlarms')}</p>}
          {alarms.map((alarm) => (
            <Alarm key={alarm.at} proof={alarm} />
          ))}
        </div>
      </Section>
    </div>
  )
}

function Proof({ proof: { coins, faults } }: { proof: ReserveProof }) {
  const { t } = useTranslation()
  return (
    <>
      <Faults faults={faults} />
      {coins.length === 0 && <EmptyState icon={<ShieldCheck />} title={t('reservesDesk.noCoins')} />}
      {coins.map((coin) => (
        <Coin key={coin.asset} coin={coin} />
      ))}
    </>
  )
}

const tones = { enough: 'good', short: 'bad', unknown: 'warn', newer: 'plain' } as const

/**
 * The amount that a coin lacks on its networks, below zero if it has more than is owed; undefined if that is not known.
 */
const missingOf = ({ held, owed }: CoinReserves): bigint | undefined =>
  held === null ? undefined : BigInt(owed) - BigInt(held)

function Coin({ coin }: { coin: CoinReserves }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { asset, held, owed, networks } = coin
  const placeOf = (id: string, height: number | null): string => {
    const network = networkName(id)
    if (height === null) return t('reservesDesk.noBlock', { network })
    // A simulated chain without a block.
    return height < 0 ? network : t('reservesDesk.block', { network, height: number(height) })
  }
  const state = knownOr(['enough', 'short', 'unknown'], coin.state, 'newer')
  const missing = missingOf(coin)
  const isShort = missing !== undefined && missing > 0n
  return (
    <Card className={styles.stack}>
      <h2 className={looks.head}>
        <span className={looks.coin}>{isAsset(asset) ? coinOf(asset) : asset}</span>
        <Badge tone={tones[state]}>{t(`reservesDesk.state.${state}`)}</Badge>
        {isAsset(asset) && isTest(asset) && (
          <Badge tone="warn">{t('reservesDesk.test', { coin: coinOf(asset) })}</Badge>
        )}
      </h2>
      {state === 'unknown' && <NotKnown coin={coin} />}
      <ReserveAmounts
        asset={asset}
        rows={[
          ...(held === null ? [] : [[t('reservesDesk.held'), held] as const]),
          [t('reservesDesk.owed'), owed],
          ...(missing === undefined
            ? []
            : [
                [
                  t(isShort ? 'reservesDesk.missing' : 'reservesDesk.surplus'),
                  String(isShort ? missing : -missing),
                ] as const,
              ]),
        ]}
      />
      {networks.map(({ network, height, deposits, own }) => (
        <div key={network}>
          <h3 className={looks.place}>{placeOf(network, height)}</h3>
          {deposits !== null && own !== null && (
            <ReserveAmounts
              asset={asset}
              rows={[
                [t('reservesDesk.deposits'), deposits],
                [t('reservesDesk.own'), own],
              ]}
            />
          )}
        </div>
      ))}
      {coin.parts.length > 0 && (
        <div>
          <h3 className={looks.place}>{t('reservesDesk.owes')}</h3>
          <ReserveAmounts
            asset={asset}
            rows={coin.parts.map(({ part, units }) => [
              t(`reservesDesk.part.${knownOr(owedParts, part, 'newer')}`),
              units,
            ])}
          />
        </div>
      )}
    </Card>
  )
}

function NotKnown({ coin: { knownAt, networks } }: { coin: CoinReserves }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (networks.length === 0) return <Notice tone="warn">{t('reservesDesk.noNetwork')}</Notice>
  return (
    <Notice tone="warn">
      {knownAt === null ? t('reservesDesk.never') : t('reservesDesk.since', { time: exactTime(knownAt, language) })}
    </Notice>
  )
}

function Faults({ faults }: { faults: ReserveProof['faults'] }) {
  const { t } = useTranslation()
  return faults.map(({ network, asset, book, records }) => (
    <Notice key={`${network} ${asset}`} tone="bad">
      <p>{t('reservesDesk.fault', { network: networkName(network), asset })}</p>
      <ReserveAmounts
        asset={asset}
        rows={[
          [t('reservesDesk.book'), book],
          [t('reservesDesk.records'), records],
        ]}
      />
    </Notice>
  ))
}

function Wallet({ wallet: { network, away, coins, fuel, waiting } }: { wallet: PayingWalletState }) {
  const { t } = useTranslation()
  return (
    <Card className={styles.stack}>
      <h3 className={looks.coin}>{networkName(network)}</h3>
      {away && <Notice tone="warn">{t('reservesDesk.away')}</Notice>}
      {waiting > 0 && <Notice tone="bad">{t('reservesDesk.waiting', { count: waiting })}</Notice>}
      {coins.some(({ over = '0' }) => over !== '0') && <Notice tone="warn">{t('reservesDesk.beyond')}</Notice>}
      {fuel?.low === true && <Notice tone="warn">{t('reservesDesk.feesLow', { fuel: fuel.fuel })}</Notice>}
      {coins.map(({ asset, units, missing, over = '0' }) => (
        <ReserveAmounts
          key={asset}
          asset={asset}
          rows={[
            [asset, units],
            ...(missing === '0' ? [] : [[t('reservesDesk.lacks', { asset }), missing] as const]),
            ...(over === '0' ? [] : [[t('reservesDesk.over', { asset }), over] as const]),
          ]}
        />
      ))}
      {fuel && (
        <ReserveAmounts
          asset={fuel.fuel}
          rows={[
            [t('reservesDesk.fees', { fuel: fuel.fuel }), fuel.units],
            ...(fuel.missing === '0' ? [] : [[t('reservesDesk.feesLack', { fuel: fuel.fuel }), fuel.missing] as const]),
          ]}
        />
      )}
    </Card>
  )
}

/** An earlier proof with an alarm. */
function Alarm({ proof: { at, coins, faults, over = [], low = [] } }: { proof: ReserveProof }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Card className={styles.stack}>
      <h3 className={looks.place}>{exactTime(at, language)}</h3>
      {coins
        .filter(({ state }) => state === 'short')
        .map((coin) => (
          <ReserveAmounts
            key={coin.asset}
            asset={coin.asset}
            rows={[[t('reservesDesk.short', { asset: coin.asset }), String(missingOf(coin) ?? 0n)]]}
          />
        ))}
      <Faults faults={faults} />
      {over.map(({ network, asset, over: units }) => (
        <ReserveAmounts
          key={`${network} ${asset}`}
          asset={asset}
          rows={[[t('reservesDesk.overOn', { network: networkName(network), asset }), units]]}
        />
      ))}
      {low.map(({ network, fuel, units }) => (
        <ReserveAmounts
          key={`fees ${network}`}
          asset={fuel}
          rows={[[t('reservesDesk.feesOn', { network: networkName(network), fuel }), units]]}
        />
      ))}
    </Card>
  )
}
