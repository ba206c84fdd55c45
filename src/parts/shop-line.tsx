import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/catalogue.ts'
import { links } from '../app/links.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { pictureSources } from './picture-sources.ts'
import styles from './shop-line.module.css'
import { SyncMark } from './sync-mark.tsx'
import { useAct } from './use-act.ts'
import { useFormat } from './use-format.ts'

/** A store in one line: its logo, name and figures, and the way to follow it (also as a guest, also offline). */
export function ShopLine({ store, follow }: { store: Store; follow: { on: boolean; pending: number } }) {
  const { t } = useTranslation()
  const format = useFormat()
  const act = useAct()
  const toggle = () => void act('follow.set', { id: store.id, on: !follow.on }, { text: t(follow.on ? 'goods.unfollowed' : 'goods.followed'), kind: 'good' })
  return (
    <div className={styles.shop}>
      <div className={styles.line}>
        {store.logo
          ? <span className={styles.logo}><Picture sources={pictureSources(store.logo)} alt="" tint={store.logo.tint} sizes="48px" /></span>
          : <span className={styles.initial} aria-hidden="true">{[...store.name][0]}</span>}
        <p className={styles.name}><a href={links.products({ store: store.id })}><bdi>{store.name}</bdi></a> {store.demo && <Badge>{t('goods.demoBadge')}</Badge>} {follow.pending > 0 && <SyncMark />}</p>
        <Button kind={follow.on ? 'quiet' : 'secondary'} icon={follow.on ? <Check /> : <Plus />} aria-pressed={follow.on} onClick={toggle}>{t('goods.follow')}</Button>
      </div>
      <p className={styles.figures}>
        <span>{t('goods.credit', { n: format.number(store.credit) })}</span>
        <span>{t('goods.storeProducts', { n: format.number(store.products) })}</span>
        <span>{t('goods.followers', { n: format.number(store.followers) })}</span>
        {store.demo && <span>{t('goods.demo')}</span>}
      </p>
    </div>
  )
}
