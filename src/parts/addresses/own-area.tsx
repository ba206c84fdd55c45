import { useEffect } from 'react'
import { useWant } from '../../data/use-want.ts'
import { tellOwnArea } from './own-area-known.ts'
import { useAddresses } from './use-addresses.ts'
import { useAreaNames } from './use-areas.ts'

const nowhere = { country: '', province: '' }

/** Finds out where the person's default address is, and whether the market delivers there, for all cards. */
export function OwnAreaTeller(): null {
  const book = useAddresses()
  const { country, province } = book?.items.find(({ id }) => id === book.defaultId) ?? nowhere
  const { open } = useAreaNames({ country, province })
  // The open areas may have changed since they were last asked for.
  useWant('area.read', {}, country !== '')
  useEffect(() => {
    if (country === '') return
    tellOwnArea({ code: province.startsWith(`${country}-`) ? province : country, open })
    return () => tellOwnArea(undefined)
  }, [country, province, open])
  return null
}
