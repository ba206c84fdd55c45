import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { networkName } from '#contract/coins/networks.ts'
import { links } from '../../../links/links.ts'
import { later } from '../../../data/loading/later.tsx'
import { useCall, type Failed } from '../../../data/use-call.ts'
import { CopyText } from '../../../parts/format/copy-text.tsx'
import { Facts } from '../../../parts/format/facts.tsx'
import { QrCode } from '../../../parts/pictures/qr-code.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import type { Method } from '../use-methods.ts'
import { usePayment } from './use-payment.ts'
import { useWaitText } from '../use-wait-text.ts'
import styles from '../wallet.module.css'

const SimulatedWallet = later(
  'simulated-wallet',
  async () => (await import('./simulated-wallet-later.tsx')).SimulatedWallet,
)

/** The person's own address on a network, to scan and to copy, with the network's terms. */
export function RechargeAddress({ method, refresh }: { method: Method; refresh(): Promise<void> }) {
  const { t } = useTranslation()
  const { coin, network, address, test, simulated } = method
  const on = networkName(network)
  const back = usePayment()
  return (
    <div className={styles.stack}>
      <Card className={styles.address}>
        <h2 className={styles.title}>{t('recharge.send', { coin, network: on })}</h2>
        {test && <Badge tone="warn">{t('mine.testMoney')}</Badge>}
        {address === null ? (
          <AskAddress network={network} refresh={refresh} />
        ) : (
          <>
            <QrCode text={address} label={t('recharge.code')} />
            <p className={styles.text} dir="ltr">
              <CopyText text={address} label={`${t('recharge.copy')}: ${address}`} copied={t('recharge.copied')} />
            </p>
          </>
        )}
        <Terms method={method} />
      </Card>
      <Notice tone="warn">{t('recharge.onlyThis', { coin, network: on })}</Notice>
      {coin === 'ETH' && !simulated && <Notice tone="warn">{t('recharge.plainOnly')}</Notice>}
      {simulated && address !== null && <SimulatedWallet method={method} address={address} />}
      <ButtonLink kind={simulated ? 'secondary' : 'primary'} href={links.recharge({ coin, network, claim: '', back })}>
        {t('recharge.sent')}
      </ButtonLink>
      <p className={styles.soft}>{t('recharge.sentHint')}</p>
      {back !== undefined && (
        <ButtonLink kind="quiet" href={back}>
          {t('recharge.toPayment')}
        </ButtonLink>
      )}
    </div>
  )
}

/** Asks the server for the address, which needs a connection once. */
function AskAddress({ network, refresh }: Pick<Method, 'network'> & { refresh(): Promise<void> }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { call } = useCall('recharge.address')
  const [failure, setFailure] = useState<Failed>()
  const ask = useCallback(async () => {
    setFailure(undefined)
    const outcome = await call({ network })
    if (outcome.kind === 'accepted') await refresh()
    else setFailure(outcome)
  }, [call, network, refresh])
  useEffect(() => void ask(), [ask])
  if (!failure) return <Skeleton height="12rem" />
  return (
    <>
      <Notice tone="warn">{failureText(failure)}</Notice>
      <Button onClick={() => void ask()}>{t('recharge.showAddress')}</Button>
    </>
  )
}

function Terms({ method: { network, asset, minimum, confirmations, seconds } }: { method: Method }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const coins = useCoins()
  const wait = useWaitText()
  const facts = [
    [t('recharge.network'), networkName(network)],
    [t('recharge.minimum'), coins(minimum, asset)],
    [t('recharge.confirmations'), number(confirmations)],
    [t('recharge.credited'), wait(seconds)],
  ] as const
  return <Facts facts={facts} className={styles.figures} />
}
