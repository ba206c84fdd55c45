import { matchLocale } from '#contract/text/locales.ts'
import type { CallsFor } from '../api/worker-api.ts'
import type { OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { readMeta } from '../outbox/fence.ts'
import { mergeSearches } from '../search/history.ts'

/** Searching what is on this device. Of a tab's suggestions only the last asked for are worth finding. */
export const searchCommands = (
  device: Pick<Device, 'store' | 'search'>,
): CallsFor<'search.device' | 'search.deviceStores' | 'search.suggest'> & OwnCallsFor<'search.history'> => {
  let asked = 0
  return {
    'search.device': async (query) => ({ kind: 'accepted', data: await device.search.search(query) }),
    'search.deviceStores': async ({ query }) => ({
      kind: 'accepted',
      data: { ids: await device.search.stores(query) },
    }),
    'search.suggest': async ({ text }) => {
      const mine = ++asked
      const language = (await device.store.read('language')) ?? matchLocale([])
      return {
        kind: 'accepted',
        data: { texts: await device.search.completions(text, language, () => mine !== asked) },
      }
    },
    'search.history': async (act, { person: { db } }) => {
      await db.transaction('rw', [db.meta], async () => {
        const texts = (await readMeta(db, 'searches'))?.texts ?? []
        const left =
          'clear' in act
            ? []
            : 'remember' in act
              ? mergeSearches([act.remember], texts)
              : texts.filter((text) => text !== act.forget)
        await db.meta.put({ key: 'searches', texts: left })
      })
      return { kind: 'accepted', data: {} }
    },
  }
}
