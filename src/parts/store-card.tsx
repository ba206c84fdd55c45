import Plus from 'lucide-react/icons/plus'
import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/catalogue.ts'
import { links } from '../app/links.ts'
import { useMutate } from '../data/use-mutate.ts'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { useFollowMark } from './marks.tsx'
import { pictureSources } from './picture-sources.ts'
import { Money } from './price.tsx'
import styles from './store-card.module.css'
import { SyncMark } from './sync-mark.tsx'
import { useFormat } from './use-format.ts'

/** A store with its credit score and turnover; leads to its products and can be followed, also offline. */
export function StoreCard({ store }: { store: Store }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useMutate()
  const { on, pending } = useFollowMark(store.id)
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={styles.logo}>
          <Picture sources={pictureSources(store.logo)} alt="" tint={store.logo?.tint} sizes="56px" fallback={<span className={styles.initial}>{[...store.name][0]}</span>} />
        </span>
        <span className={styles.words}>
          <a href={links.products({ store: store.id })} className={styles.name}><bdi>{store.name}</bdi></a>
          <span className={styles.soft}>{t('store.products', { count: store.products })} · {t('store.followers', { count: store.followers })}</span>
        </span>
      </div>
      <dl className={styles.figures}>
        <div><dt>{t('store.credit')}</dt><dd title={t('store.creditScore', { n: format.number(store.credit) })}>{format.number(store.credit)}</dd></div>
        <div><dt>{t('store.turnover')}</dt><dd><Money amount={store.turnover} currency={store.currency} /></dd></div>
      </dl>
      <div className={styles.follow}>
        {pending > 0 && <SyncMark />}
        <Button kind={on ? 'quiet' : 'secondary'} icon={on ? <Check /> : <Plus />} aria-pressed={on} aria-label={t('store.followOf', { name: store.name })}
          onClick={() => void mutate('follow.set', { id: store.id, on: !on })}>
          {t('store.follow')}
        </Button>
      </div>
    </article>
  )
}
