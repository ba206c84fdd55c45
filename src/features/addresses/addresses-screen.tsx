import MapPin from 'lucide-react/icons/map-pin'
import Plus from 'lucide-react/icons/plus'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { addressBook } from '#localdb/queries/addresses.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useOpened } from '../../data/use-unsealed.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { AddressCard } from './address-card.tsx'
import { AddressGuest } from './address-guest.tsx'
import styles from './addresses.module.css'

/** The delivery addresses; `?pick=1` to choose one for an order. */
export function AddressesScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const person = usePerson()
  const book = useLive(addressBook, [])
  const sealed = useMemo(() => book?.items.map((item) => item.address), [book])
  const clear = useOpened(sealed, 'addresses')
  const pick = params.get('pick') === '1'

  if (person?.guest) return <AddressGuest back={links.addresses(pick)} />
  if (!book || !clear)
    return (
      <Screen width="narrow">
        <Skeleton height="9rem" />
        <Skeleton height="9rem" />
      </Screen>
    )
  const add = (
    <ButtonLink wide icon={<Plus />} href={links.address({ pick })}>
      {t('addresses.add')}
    </ButtonLink>
  )
  const texts = new Map(clear.rows.map((address) => [address.id, address]))
  // The default comes first: it is the one most often needed.
  const items = [...book.items].sort(
    (a, b) => Number(b.address.id === book.defaultId) - Number(a.address.id === book.defaultId),
  )
  const shown = items.flatMap((item) => {
    const address = texts.get(item.address.id)
    return address ? [{ ...item, address: { ...address, at: item.address.at } }] : []
  })
  if (book.items.length === 0) {
    return (
      <Screen width="narrow">
        <EmptyState icon={<MapPin />} title={t('addresses.empty')} text={t('addresses.emptyHint')} action={add} />
      </Screen>
    )
  }
  return (
    <Screen width="narrow" foot={add}>
      {clear.unreadable > 0 && <Notice tone="warn">{t('addresses.unreadable')}</Notice>}
      <ul className={styles.list} aria-label={t('addresses.list')}>
        {shown.map((item) => (
          <AddressCard
            key={item.address.id}
            item={item}
            isDefault={item.address.id === book.defaultId}
            editHref={links.address({ id: item.address.id, pick })}
            onPick={pick ? () => navigate(links.checkout(item.address.id), { replace: true }) : undefined}
          />
        ))}
      </ul>
    </Screen>
  )
}
