import type { Db, Tx } from './db/tables.ts'

/** What the operator may set, with what holds until then. */
const initial = {
  /** What a buyer's unpaid orders may be worth together if their balance is less: minor units of its currency. */
  unpaidWorth: 500_000,
} as const
export type Setting = keyof typeof initial

export async function readSetting(db: Db | Tx, name: Setting): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? initial[name]
}

export async function writeSetting(db: Db | Tx, name: Setting, value: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
}
