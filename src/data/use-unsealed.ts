import { useEffect, useState } from 'react'
import type { UserRows, UserTable } from '#contract/rows.ts'
import { sealedFields } from '#contract/sealed-fields.ts'
import { sealKey } from '#localdb/queries/account.ts'
import { unsealFields } from '#localdb/seal.ts'
import { useLive } from './use-live.ts'

type Keyed = { [T in UserTable]: UserRows[T] extends { id: string } ? T : never }[UserTable]

/**
 * Rows of a person's table with their sealed fields in clear; undefined until they are opened. Rows that
 * do not open (the key was lost) are left out.
 */
export function useUnsealed<T extends Keyed, R extends UserRows[T] = UserRows[T]>(rows: readonly R[] | undefined, table: T): R[] | undefined {
  const own = useLive(sealKey, [])
  const [opened, setOpened] = useState<R[]>()
  useEffect(() => {
    if (!rows || !own) return
    let current = true
    const open = (row: R): Promise<R | undefined> => unsealFields(own.key, own.uid, `${table}/${(row as { id: string }).id}`, row, sealedFields[table] ?? [])
    void Promise.all(rows.map(open)).then((all) => { if (current) setOpened(all.filter((row) => row !== undefined)) })
    return () => { current = false }
  }, [rows, own, table])
  return opened
}
