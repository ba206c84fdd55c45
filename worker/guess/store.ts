import type { StoreMutationName } from '#contract/registry.ts'
import { goodsGuesses } from './goods.ts'
import type { GuessesFor } from './guess.ts'
import { saleGuesses } from './sales.ts'

export const storeGuesses: GuessesFor<StoreMutationName> = {
  ...goodsGuesses,
  ...saleGuesses,
  'store.notice': (row, { announcement, holiday }) => ({
    announcement: announcement ?? row?.announcement ?? '',
    holidayFrom: holiday === undefined ? (row?.holidayFrom ?? null) : (holiday?.from ?? null),
    holidayTo: holiday === undefined ? (row?.holidayTo ?? null) : (holiday?.to ?? null),
  }),
  // Who it is, the server says.
  'member.add': (_row, { id, role }, { at }) => ({ id, name: '', role, since: at, endedAt: null }),
  'member.end': (row, _payload, { at }) => row && { ...row, endedAt: row.endedAt ?? at },
}
