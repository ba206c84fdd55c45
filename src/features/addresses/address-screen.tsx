import MapPinOff from 'lucide-react/icons/map-pin-off'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { addressBook, addressById } from '#localdb/queries/addresses.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { useClearAddress } from '../../parts/addresses/use-address-clash.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { AddressClashFields } from './address-clash.tsx'
import { AddressForm } from './address-form.tsx'
import { AddressGuest } from './address-guest.tsx'

const FIRST = 'first'

/** Adds an address, or edits one (`?mode=edit&id=`); `?pick=1` when an order waits for it. */
export function AddressScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const person = usePerson()
  const id = params.get('mode') === 'edit' ? (params.get('id') ?? '') : undefined
  const pick = params.get('pick') === '1'
  const book = useLive(addressBook, [])
  const found = useLive(async (db) => ({ id, state: id === undefined ? null : await addressById(db, id) }), [id])
  const state = found?.id === id ? found?.state : undefined
  // A new address starts in the country of the default one.
  const like = book?.items.find((item) => item.address.id === book.defaultId)?.address
  const likely = useMemo(() => (like ? [like] : []), [like])
  const others = useUnsealed(likely, 'addresses')
  const clear = useClearAddress(state)
  const { mine, theirs, was } = clear ?? {}

  if (person?.guest) return <AddressGuest back={links.address({ ...(id && { id }), pick })} />
  if (!person || !book || state === undefined || !clear || !others)
    return (
      <Screen width="narrow">
        <Skeleton height="24rem" />
      </Screen>
    )
  if (id !== undefined && !mine) {
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<MapPinOff />}
          title={t(state ? 'addresses.unreadable' : 'refusals.addressGone')}
          action={<ButtonLink href={links.addresses(pick)}>{t('addresses.toList')}</ButtonLink>}
        />
      </Screen>
    )
  }
  if (state?.clash && mine && theirs)
    return (
      <AddressClashFields
        key={state.clash.intentId}
        id={mine.id}
        rev={state.rev}
        clash={state.clash}
        mine={mine}
        theirs={theirs}
        pick={pick}
      />
    )
  const isDefault = id !== undefined && book.defaultId === id
  return (
    <AddressForm
      key={id ?? FIRST}
      owner={person.uid}
      known={mine && state ? { address: mine, rev: state.rev, refused: state.refused, was } : undefined}
      isDefault={isDefault}
      first={book.items.length === 0}
      country={others[0]?.country}
      pick={pick}
    />
  )
}
