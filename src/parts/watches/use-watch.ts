import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { watchKeyOf } from '#contract/messages/rules.ts'
import type { Payload } from '#contract/registry.ts'
import type { Watch } from '#contract/messages/schema-rows.ts'
import { watchOf } from '#localdb/queries/messages/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { usePerson } from '../../data/use-person.ts'

/** The event to wait for. */
export type WatchedEvent = Pick<Payload<'watch.set'>, 'what'> & Partial<Omit<Payload<'watch.set'>, 'what' | 'on'>>

interface Waiting {
  /** The current watch; null for none, undefined until the device has answered. */
  watch: Watch | null | undefined
  /** Waits for it, or no longer; never waits for the network. A guest is told that we need to know whom to tell. */
  set(on: boolean, more?: Partial<WatchedEvent>): Promise<boolean>
}

/** Whether the person waits to be told of something, and the way to change that. */
export function useWatch(wanted: WatchedEvent): Waiting {
  const { t } = useTranslation()
  const mutate = useMutate()
  const [, navigate] = useLocation()
  const guest = usePerson()?.guest === true
  const whole = { id: 0, variantId: 0, price: null, currency: '', area: '', ...wanted }
  const key = watchKeyOf(whole)
  const watch = useLive((db) => watchOf(db, key), [key])
  return {
    watch,
    set: (on, more) =>
      mutate(
        'watch.set',
        { ...whole, ...more, on },
        !on
          ? { text: t('tellMe.stopped') }
          : guest
            ? {
                text: t('tellMe.savedGuest'),
                kind: 'good',
                action: {
                  label: t('tellMe.login'),
                  run: () => navigate(links.login(false, location.pathname + location.search)),
                },
              }
            : { text: t('tellMe.saved'), kind: 'good' },
      ),
  }
}
