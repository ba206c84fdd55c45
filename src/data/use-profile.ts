import { useEffect, useState } from 'react'
import type { Profile } from '#contract/account/schema.ts'
import { account, type AccountRow } from '#localdb/queries/account.ts'
import { unseal } from '#localdb/seal.ts'
import { useLive } from './use-live.ts'

/**
 * The account on this device with its profile decrypted; `profile` is undefined while it is sealed or was never
 * fetched.
 */
export interface Account extends Omit<AccountRow, 'profile'> {
  profile: Profile | undefined
  at: number | undefined
}

/** The current person's account; undefined until the device answers. */
export function useProfile(): Account | undefined {
  const row = useLive(account, [])
  const [opened, setOpened] = useState<{ row: AccountRow; profile: Profile | undefined }>()
  useEffect(() => {
    if (!row) return
    let current = true
    void openProfile(row).then((profile) => {
      if (current) setOpened({ row, profile })
    })
    return () => {
      current = false
    }
  }, [row])
  if (!opened) return undefined
  const { uid, link, profile } = opened.row
  return { uid, link, merged: opened.row.merged, at: profile?.at, profile: opened.profile }
}

// The worker checked the profile against its schema before sealing it, and only this person's key opens it.
const openProfile = async ({ uid, profile }: AccountRow): Promise<Profile | undefined> =>
  uid && profile
    ? ((await unseal(profile.key, { uid, id: 'profile', version: 1 }, profile.sealed)) as Profile | undefined)
    : undefined
