import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import type { Store } from '#contract/schema/catalogue.ts'
import { links } from '../../app/links.ts'
import { StoreLogo } from '../../parts/store-logo.tsx'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { useFollow } from '../../parts/use-follow.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './store-line.module.css'

/** A store in one line: its logo, name and figures, and a button to follow it (for guests too, and offline). */
export function StoreLine({ store, follow }: { store: Store; follow: { on: boolean; pending: number } }) {
  const { t } = useTranslation()
  const format = useFormat()
  const set = useFollow()
  const act = t(follow.on ? 'store.following' : 'store.follow')
  return (
    <div className={styles.store}>
      <div className={styles.line}>
        <StoreLogo store={store} size={48} />
        <p className={styles.name}>
          <a href={links.store(store.id)}>
            <bdi>{store.name}</bdi>
          </a>{' '}
          {store.demo && <Badge>{t('store.demoBadge')}</Badge>} {follow.pending > 0 && <SyncMark />}
        </p>
        <Button
          kind={follow.on ? 'quiet' : 'secondary'}
          icon={follow.on ? <Check /> : <Plus />}
          aria-pressed={follow.on}
          aria-label={t('store.followOf', { act, name: store.name })}
          onClick={() => set(store.id, !follow.on)}
        >
          {act}
        </Button>
      </div>
      <p className={styles.figures}>
        <span>{t('goods.credit', { n: format.number(store.credit) })}</span>
        <span>{t('goods.storeProducts', { n: format.number(store.products) })}</span>
        <span>{t('goods.followers', { n: format.number(store.followers) })}</span>
        {store.demo && <span>{t('store.demo')}</span>}
      </p>
    </div>
  )
}
