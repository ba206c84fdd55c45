import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { OwnAvatar } from '../../parts/account/avatar.tsx'
import type { Account } from '../../data/use-profile.ts'
import { Freshness } from '../../parts/sync/freshness.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Card } from '../../ui/blocks/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { MineMoney } from './mine-money.tsx'
import styles from './mine.module.css'

/** The signed-in person, and their balance with its age. */
export function MineAccount({ account, loading }: { account: Account; loading: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { profile } = account
  if (!profile && loading) return <Skeleton height="7rem" />
  if (!profile)
    return (
      <Card>
        <p>{t('mine.profileMissing')}</p>
      </Card>
    )
  const { userinfo, money, recharge = [], withdraw } = profile
  const withdraws = withdraw !== undefined && withdraw.methods.length > 0
  return (
    <>
      <div className={styles.who}>
        <OwnAvatar name={userinfo.username} />
        <div className={styles.names}>
          <p className={styles.name}>
            <bdi>{userinfo.username}</bdi>
          </p>
          <p className={styles.soft}>{userinfo.email}</p>
        </div>
      </div>
      <Card className={styles.balance}>
        <p className={styles.head}>
          {t('mine.balance')}
          <a href={links.wallet()} className={styles.wallet}>
            {t('mine.wallet')}
            <ChevronRight className="mirrors" />
          </a>
        </p>
        <p>
          <span className={styles.amount}>{format.money(money.worth ?? money.amount, money.currency)}</span>{' '}
          <span className={styles.available}>{t('mine.available')}</span>
        </p>
        {(recharge.length > 0 || withdraws) && (
          <p className={styles.moves}>
            {recharge.length > 0 && (
              <a href={links.recharge()} className={styles.move}>
                <Plus aria-hidden="true" />
                {t('mine.topUp')}
              </a>
            )}
            {withdraws && (
              <a href={links.withdraw()} className={cx(styles.move, styles.out)}>
                <ArrowUpRight aria-hidden="true" className="mirrors" />
                {t('mine.withdraw')}
              </a>
            )}
          </p>
        )}
        <MineMoney currency={money.currency} />
      </Card>
      {money.test && <p className={styles.under}>{t('mine.testMoneyHint')}</p>}
      <Freshness at={account.at} />
    </>
  )
}
