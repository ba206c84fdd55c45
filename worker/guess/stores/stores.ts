import type { Payload, StoreMutationName } from '#contract/registry.ts'
import { repliesAfter } from '#contract/stores/saved-replies.ts'
import type { StoreMember, StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { goodsGuesses } from './products.ts'
import { profileGuesses } from './profile.ts'
import { shippingGuesses } from './shipping.ts'
import type { GuessesFor } from '../guess.ts'
import { saleGuesses } from './sales.ts'
import { sheetGuesses } from './line-sheets.ts'
import { storeTalkGuesses } from './talks.ts'
import { answerGuesses } from './answers.ts'

type Terms = NonNullable<StoreNotice['terms']>

function termsAfter(terms: Terms, { shipping, taxBasisPoints, days }: Payload<'store.terms'>): Terms {
  const stated = Object.entries({ ...terms.days, ...days }).flatMap(([code, of]) => (of ? [[code, of] as const] : []))
  return {
    ...terms,
    shipping: shipping ?? terms.shipping,
    taxBasisPoints: taxBasisPoints ?? terms.taxBasisPoints,
    days: Object.fromEntries(stated),
  }
}

const ended = (row: StoreMember | null, _payload: unknown, { at }: { at: number }) =>
  row && { ...row, endedAt: row.endedAt ?? at }

export const storeGuesses: GuessesFor<StoreMutationName> = {
  ...goodsGuesses,
  ...saleGuesses,
  ...storeTalkGuesses,
  ...answerGuesses,
  ...sheetGuesses,
  ...profileGuesses,
  ...shippingGuesses,
  'store.notice': (row, { announcement, holiday, answers }) => ({
    ...row,
    announcement: announcement ?? row?.announcement ?? '',
    holidayFrom: holiday === undefined ? (row?.holidayFrom ?? null) : (holiday?.from ?? null),
    holidayTo: holiday === undefined ? (row?.holidayTo ?? null) : (holiday?.to ?? null),
    ...(answers && { answers: repliesAfter(row?.answers ?? [], answers) }),
  }),
  'store.terms': (row, p) => row && { ...row, ...(row.terms && { terms: termsAfter(row.terms, p) }) },
  'store.least': (row, { pieces, amount }) =>
    row && {
      ...row,
      ...(row.terms && {
        terms: { ...row.terms, least: { ...(pieces !== null && { pieces }), ...(amount !== null && { amount }) } },
      }),
    },
  'store.close': (row, { on }) => row && { ...row, closed: on },
  // The server says who it is: until then there is no name.
  'member.add': (_row, { id, role }, { at }) => ({ id, name: '', role, since: at, endedAt: at, invited: role }),
  'member.end': ended,
  'member.leave': ended,
}
