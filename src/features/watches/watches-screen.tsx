import Bell from 'lucide-react/icons/bell'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { DETAILS_MAX } from '#contract/wire/limits.ts'
import { watchItems, type WatchItem } from '#localdb/queries/messages/items.ts'
import type { Payload } from '#contract/registry.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { usePerson } from '../../data/use-person.ts'
import { useWant } from '../../data/use-want.ts'
import { areaName } from '../../parts/addresses/area-name.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useShownMoney } from '../../parts/money/use-shown-money.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { MessageNav } from '../../parts/messages/message-nav.tsx'
import styles from './watches.module.css'

/** The events that the person wants to be notified of, each with a button that ends the wait. */
export function WatchesScreen() {
  const { t } = useTranslation()
  const person = usePerson()
  const watches = useLive(watchItems, [])
  const lacking = [...new Set(watches?.flatMap((w) => (w.id > 0 && !w.product ? [w.id] : [])))].slice(0, DETAILS_MAX)
  const names = useWant('catalogue.details', { ids: lacking }, lacking.length > 0)
  return (
    <Screen width="narrow">
      <MessageNav current="watches" />
      {person?.guest && watches && watches.length > 0 && (
        <Notice
          action={
            <ButtonLink small kind="quiet" href={links.login(false, links.watches)}>
              {t('watches.login')}
            </ButtonLink>
          }
        >
          {t('watches.guest')}
        </Notice>
      )}
      {!watches ? (
        <Skeleton height="4.5rem" />
      ) : watches.length === 0 ? (
        <EmptyState
          icon={<Bell />}
          title={t('watches.empty')}
          text={t('watches.emptyHint')}
          action={<ButtonLink href={links.products()}>{t('messages.browse')}</ButtonLink>}
        />
      ) : (
        <ul className={styles.list} aria-label={t('watches.list')}>
          {watches.map((watch) => (
            <WatchRow key={watch.key} watch={watch} comes={names.state === 'loading'} />
          ))}
        </ul>
      )}
    </Screen>
  )
}

/** `comes`: the watched product is being fetched. */
function WatchRow({ watch, comes }: { watch: WatchItem; comes: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = useShownMoney()
  const mutate = useMutate()
  const { what, id, variantId, price, currency, area, product, pending } = watch
  const title =
    what === 'area'
      ? areaName(area, format.locale)
      : product
        ? textIn(product.title, format.locale)
        : t('messages.product')
  const when =
    what === 'price'
      ? t('watches.price', { amount: money(price ?? 0, currency) })
      : what === 'currency'
        ? t('watches.currency', { code: currency })
        : what === 'stock'
          ? t('watches.stock')
          : t(what === 'area' ? 'watches.area' : 'watches.other')
  const set = (on: boolean): Promise<boolean> =>
    mutate(
      'watch.set',
      { what: what as Payload<'watch.set'>['what'], id, variantId, price, currency, area, on },
      on
        ? undefined
        : {
            text: t('watches.stopped'),
            action: { label: t('messages.undo'), run: () => void set(true) },
          },
    )
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        {id > 0 ? (
          <a href={links.goods(id)} className={styles.title} dir="auto">
            {comes && !product ? <Skeleton width="10rem" /> : title}
          </a>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        <span className={styles.when}>
          {when} {pending > 0 && <SyncMark />}
        </span>
      </span>
      <IconButton label={t('watches.stopOf', { title })} icon={<X />} onClick={() => void set(false)} />
    </li>
  )
}
