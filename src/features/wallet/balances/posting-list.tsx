import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountPosting } from '#localdb/queries/wallet.ts'
import { links } from '../../../links/links.ts'
import { later } from '../../../data/loading/later.tsx'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { intl } from '../../../ui/intl.ts'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import styles from '../wallet.module.css'

const PostingFiles = later('wallet-files', async () => (await import('./wallet-files-later.tsx')).PostingFiles)

const A_PAGE = 40

/** The movements of an account, the newest first, and as files. */
export function PostingList({ postings }: { postings: readonly AccountPosting[] }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const coins = useCoins()
  const store = useAccountStore()?.storeId
  const [most, setMost] = useState(A_PAGE)
  const when = intl('date', locale, { dateStyle: 'medium' })
  return (
    <Section title={t('wallet.history')}>
      <PostingFiles postings={postings} />
      <List label={t('wallet.history')}>
        {postings.slice(0, most).map((posting) => {
          const { asset, seq, movement, order, recharge, withdrawal, at } = posting
          const amount = BigInt(posting.amount)
          return (
            <ListRow
              key={`${asset}:${seq}`}
              title={t(`wallet.movement.${movement}`)}
              text={
                <>
                  {order?.number && (
                    <>
                      <bdi>{order.number}</bdi>
                      {' · '}
                    </>
                  )}
                  <span className={styles.date}>{when.format(at)}</span>
                </>
              }
              end={
                <span dir="ltr" className={amount > 0n ? styles.came : styles.went}>
                  {amount > 0n && '+'}
                  {coins(amount, asset)}
                </span>
              }
              {...(order?.number && {
                href: store === undefined ? links.order(order.id) : links.sale(order.id, store),
              })}
              {...(recharge !== undefined && { href: links.rechargeDetail(recharge) })}
              {...(withdrawal !== undefined && { href: links.withdrawal(withdrawal, store) })}
            />
          )
        })}
      </List>
      {postings.length > most && (
        <Button kind="secondary" onClick={() => setMost(most + A_PAGE)}>
          {t('wallet.showMore')}
        </Button>
      )}
    </Section>
  )
}
