import { useEffect, useState } from 'react'
import { sealedFields } from '#contract/sync/sealed-fields.ts'
import type { UserRows, UserTable } from '#contract/sync/schema-rows.ts'
import { sealKey } from '#localdb/queries/account.ts'
import { unsealFields } from '#localdb/seal.ts'
import { useLive } from './use-live.ts'

export type Keyed = { [T in UserTable]: UserRows[T] extends { id: string } ? T : never }[UserTable]

/** Decrypted rows, without those that cannot be opened (their key was lost), and how many those are. */
export interface OpenedRows<R> {
  rows: R[]
  unreadable: number
}

/** Decrypted rows of a person's table; undefined until they are opened. */
export const useUnsealed = <T extends Keyed, R extends UserRows[T] = UserRows[T]>(
  rows: readonly R[] | undefined,
  table: T,
): R[] | undefined => useOpened<T, R>(rows, table)?.rows

/** Decrypted rows, with how many could not be opened. */
export function useOpened<T extends Keyed, R extends UserRows[T] = UserRows[T]>(
  rows: readonly R[] | undefined,
  table: T,
): OpenedRows<R> | undefined {
  return useOpenedWith(useLive(sealKey, []), rows, table)
}

/** A row opened by a key; undefined when it cannot be. */
export const openRow = <T extends Keyed, R extends UserRows[T]>(
  { uid, key }: { uid: string; key: CryptoKey },
  row: R,
  table: T,
): Promise<R | undefined> =>
  unsealFields(key, uid, `${table}/${(row as { id: string }).id}`, row, sealedFields[table] ?? [])

/** The same by a key, where it is there. */
export function useOpenedWith<T extends Keyed, R extends UserRows[T]>(
  own: { uid: string; key: CryptoKey } | undefined,
  rows: readonly R[] | undefined,
  table: T,
): OpenedRows<R> | undefined {
  const [opened, setOpened] = useState<OpenedRows<R>>()
  useEffect(() => {
    if (!rows || !own) return
    let current = true
    void Promise.all(rows.map((row) => openRow(own, row, table))).then((all) => {
      const readable = all.filter((row) => row !== undefined)
      if (current) setOpened({ rows: readable, unreadable: all.length - readable.length })
    })
    return () => {
      current = false
    }
  }, [rows, own, table])
  return opened
}
