import type { Texts } from '#contract/text/locales.ts'
import { cleanName, isName, STORE_NAME_MAX, STORE_NAME_MIN } from '#contract/merchants/rules.ts'
import { ABOUT_ALL_MAX, aboutLength } from '#contract/stores/profile.ts'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import type { StoreAct } from '../../../data/stores/use-store.ts'

export type StoreProfile = NonNullable<StoreNotice['profile']>

/** A store's profile as typed: `logo` is the id of a chosen file, null for none, undefined for the one it has. */
export interface ProfileDraft {
  name: string
  description: Texts
  logo: string | null | undefined
  /** A country's code, a text that is none, or empty. */
  from: string
}

export type ProfileFault = 'name' | 'description' | 'from'

export const profileDraftOf = ({ name, description, area }: StoreProfile): ProfileDraft => ({
  name,
  description,
  logo: undefined,
  from: area ?? '',
})

/** The intents that make the profile what was typed, or the faults in it. */
export function readStoreProfile(
  draft: ProfileDraft,
  profile: StoreProfile,
): { faults: ReadonlySet<ProfileFault>; acts: StoreAct[] } {
  const [name, from] = [cleanName(draft.name), draft.from.trim()]
  const before = profile.description
  // Only what was changed is sent: another owner may be writing in another language.
  const description = Object.fromEntries(
    Object.entries(draft.description)
      .map(([language, text]) => [language, text.trim()] as const)
      .filter(([language, text]) => text !== (before[language] ?? '')),
  )
  const faults = new Set<ProfileFault>()
  if (name.length < STORE_NAME_MIN || name.length > STORE_NAME_MAX || !isName(name)) faults.add('name')
  if (aboutLength({ ...before, ...description }) > ABOUT_ALL_MAX) faults.add('description')
  if (from !== '' && !/^[A-Z]{2}$/.test(from)) faults.add('from')
  const change = {
    ...(Object.keys(description).length > 0 && { description }),
    ...(draft.logo !== undefined && { logo: draft.logo }),
    ...(from !== (profile.area ?? '') && { area: from || null }),
  }
  const acts: StoreAct[] = []
  // Apart: what is refused of the name costs nothing else.
  if (name !== profile.name) acts.push({ name: 'store.rename', payload: { name } })
  if (Object.keys(change).length > 0) acts.push({ name: 'store.profile', payload: change })
  return { faults, acts: faults.size > 0 ? [] : acts }
}
