import { searchTokens } from '#contract/rules/search-tokens.ts'
import { matchLocale, textIn } from '#contract/locales.ts'
import type { CallsFor } from '../api.ts'
import type { OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { readMeta } from '../outbox/fence.ts'
import { completions } from '../search/completions.ts'
import { remembered } from '../search/history.ts'

/** So many ways to go on are offered. */
const OFFERED = 8
/** So many of the best hits say how one may go on. */
const SAMPLE = 80

/** Searching what is on this device. Of a tab's suggestions only the last asked for are worth finding. */
export const searchCommands = (
  device: Pick<Device, 'store' | 'catalogue' | 'search'>,
): CallsFor<'search.device' | 'search.deviceStores' | 'search.suggest'> & OwnCallsFor<'search.history'> => {
  let asked = 0
  return {
    'search.device': async (query) => ({ kind: 'accepted', data: await device.search.search(query) }),
    'search.deviceStores': async ({ query }) => ({
      kind: 'accepted',
      data: { ids: await device.search.stores(query) },
    }),
    'search.suggest': async ({ text }) => {
      if (searchTokens(text).length === 0) return { kind: 'accepted', data: { texts: [] } }
      const mine = ++asked
      const overtaken = (): boolean => mine !== asked
      const ids = await device.search.typed(text, SAMPLE, overtaken)
      const language = (await device.store.read('language')) ?? matchLocale([])
      const products = await (await device.catalogue()).products.bulkGet(ids)
      return {
        kind: 'accepted',
        data: {
          texts: completions(
            text,
            products.flatMap((p) => (p ? [textIn(p.title, language)] : [])),
            OFFERED,
          ),
        },
      }
    },
    'search.history': async (act, { person: { db } }) => {
      await db.transaction('rw', [db.meta], async () => {
        const texts = (await readMeta(db, 'searches'))?.texts ?? []
        const left =
          'clear' in act
            ? []
            : 'remember' in act
              ? remembered([act.remember], texts)
              : texts.filter((text) => text !== act.forget)
        await db.meta.put({ key: 'searches', texts: left })
      })
      return { kind: 'accepted', data: {} }
    },
  }
}
