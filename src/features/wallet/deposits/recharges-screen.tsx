import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { networkName } from '#contract/coins/networks.ts'
import { rechargeItems, type RechargeItem } from '#localdb/queries/deposits.ts'
import { links } from '../../../links/links.ts'
import { useLive } from '../../../data/use-live.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { intl } from '../../../ui/intl.ts'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { RechargeStateText, shownUnits } from './recharge-state.tsx'
import styles from '../wallet.module.css'

const A_PAGE = 40

/** All recharges of a person, the newest first. */
export function RechargesScreen() {
  const { t } = useTranslation()
  const recharges = useLive(rechargeItems, [])
  const [most, setMost] = useState(A_PAGE)
  if (!recharges)
    return (
      <Screen width="narrow">
        <Skeleton height="12rem" />
      </Screen>
    )
  if (recharges.length === 0)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<History />}
          title={t('recharge.none')}
          text={t('recharge.noneHint')}
          action={<ButtonLink href={links.recharge()}>{t('recharge.topUp')}</ButtonLink>}
        />
      </Screen>
    )
  return (
    <Screen width="narrow">
      <List label={t('recharge.records')}>
        {recharges.slice(0, most).map((recharge) => (
          <RechargeRow key={recharge.key} recharge={recharge} />
        ))}
      </List>
      {recharges.length > most && (
        <Button kind="secondary" onClick={() => setMost(most + A_PAGE)}>
          {t('wallet.showMore')}
        </Button>
      )}
    </Screen>
  )
}

function RechargeRow({ recharge }: { recharge: RechargeItem }) {
  const { locale } = useFormat()
  const coins = useCoins()
  const { key, network, asset, at, pending } = recharge
  return (
    <ListRow
      title={<span className={styles.went}>{coins(shownUnits(recharge), asset)}</span>}
      text={
        <>
          <bdi>{networkName(network)}</bdi>
          {' · '}
          <span className={styles.date}>{intl('date', locale, { dateStyle: 'medium' }).format(at)}</span>
        </>
      }
      end={
        <>
          {pending && <SyncMark />}
          <RechargeStateText recharge={recharge} />
        </>
      }
      href={links.rechargeDetail(key)}
    />
  )
}
