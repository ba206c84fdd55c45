import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { networkName } from '#contract/coins/networks.ts'
import { withdrawalItems, type WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { links } from '../../../links/links.ts'
import { useAccountLive } from '../../../data/stores/use-account-live.ts'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { intl } from '../../../ui/intl.ts'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { OfAccount, WalletStoreLine } from '../of-account.tsx'
import { mayWithdraw } from '../use-withdrawing.ts'
import { receivedOf } from '../withdraw-amount.ts'
import { WithdrawalDetail } from './withdrawal-detail.tsx'
import { WithdrawalStateText } from './withdrawal-state.tsx'
import styles from '../wallet.module.css'

const A_PAGE = 40

/** The withdrawals of a person or a store, or the one that `?id=` names. */
export const WithdrawalsScreen = () => (
  <OfAccount>
    <Records />
  </OfAccount>
)

function Records() {
  const { t } = useTranslation()
  const id = new URLSearchParams(useSearch()).get('id')
  return (
    <Screen width="narrow" title={id === null ? undefined : t('withdraw.one')}>
      <WalletStoreLine />
      {id === null ? <Withdrawals /> : <WithdrawalDetail key={id} id={id} />}
    </Screen>
  )
}

/** All withdrawals, the latest first. */
function Withdrawals() {
  const { t } = useTranslation()
  const store = useAccountStore()
  const withdrawals = useAccountLive(withdrawalItems, [])
  const [most, setMost] = useState(A_PAGE)
  if (!withdrawals) return <Skeleton height="12rem" />
  if (withdrawals.length === 0)
    return (
      <EmptyState
        icon={<History />}
        title={t('withdraw.none')}
        text={t('withdraw.noneHint')}
        action={
          mayWithdraw(store) && (
            <ButtonLink href={links.withdraw({ store: store?.storeId })}>{t('withdraw.start')}</ButtonLink>
          )
        }
      />
    )
  return (
    <>
      <List label={t('withdraw.records')}>
        {withdrawals.slice(0, most).map((withdrawal) => (
          <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} store={store?.storeId} />
        ))}
      </List>
      {withdrawals.length > most && (
        <Button kind="secondary" onClick={() => setMost(most + A_PAGE)}>
          {t('wallet.showMore')}
        </Button>
      )}
    </>
  )
}

function WithdrawalRow({ withdrawal, store }: { withdrawal: WithdrawalItem; store: number | undefined }) {
  const { locale } = useFormat()
  const coins = useCoins()
  const { id, network, asset, amount, fee, at } = withdrawal
  return (
    <ListRow
      title={<span className={styles.went}>{coins(receivedOf(BigInt(amount), BigInt(fee)), asset)}</span>}
      text={
        <>
          <bdi>{networkName(network)}</bdi>
          {' · '}
          <span className={styles.date}>{intl('date', locale, { dateStyle: 'medium' }).format(at)}</span>
        </>
      }
      end={<WithdrawalStateText withdrawal={withdrawal} />}
      href={links.withdrawal(id, store)}
    />
  )
}
