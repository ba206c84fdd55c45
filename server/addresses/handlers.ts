import { sql } from 'kysely'
import {
  addressFields,
  blankAddress,
  defaultAddressId,
  neededFields,
  ofEachField,
  type AddressField,
} from '#contract/addresses/fields.ts'
import { ADDRESSES_MAX } from '#contract/addresses/schema.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import {
  accepted,
  refused,
  type HandlersFor,
  type MutationCall,
  type MutationsFor,
  type Verdict,
} from '../http/handlers.ts'
import { addressChange, addressColumns, defaultChange, type AddressRow } from './change.ts'
import { cleanPatch, mobileOf, provinceOf, type AddressPatch } from './check.ts'

/** Where somebody lives is one thing: the country of one device and the city of another make no address. */
const place: readonly AddressField[] = ['country', 'province', 'city']

const find = ({ tx, userId }: MutationCall, id: string): Promise<AddressRow | undefined> =>
  tx
    .selectFrom('addresses')
    .select(addressColumns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Those revs after `base` that another device caused. What this one did itself it had before its eyes, also while the
 * answer was under way.
 */
async function othersSince(
  { tx, userId, rev, incarnation }: MutationCall,
  revs: Record<string, number>,
  base: number,
): Promise<Set<number>> {
  const later = new Set(Object.values(revs).filter((r) => r > base && r !== rev))
  if (later.size === 0 || incarnation === undefined) return later
  const own = await tx
    .selectFrom('outcomes')
    .select('rev')
    .where('user_id', '=', userId)
    .where('incarnation', '=', incarnation)
    .where(sql<boolean>`rev = any(${[...later]}::bigint[])`)
    .execute()
  for (const { rev: mine } of own) later.delete(mine)
  return later
}

async function put(call: MutationCall, id: string, given: AddressPatch, baseRev: number): Promise<Verdict> {
  const clean = cleanPatch(given)
  if ('wrong' in clean) return refused('invalid', { path: clean.wrong })
  const { patch } = clean
  const row = await find(call, id)
  const there = row !== undefined && !row.deleted
  const others = await othersSince(call, row?.field_revs ?? {}, baseRev)
  if (row?.deleted && others.has(row.field_revs['deleted'] ?? 0)) return refused('addressGone')
  const next = { ...(there ? ofEachField((f) => row[f]) : blankAddress), ...patch }
  if (next.country === '') return refused('addressIncomplete', { field: 'country' })
  const province = provinceOf(next.province, next.country)
  if (province === undefined) return refused('invalid', { path: 'province' })
  next.province = province
  if (patch.mobile) {
    const mobile = mobileOf(patch.mobile, next.country)
    if (mobile === undefined) return refused('mobileInvalid')
    next.mobile = mobile
  }
  if (!there && (await live(call)).length >= ADDRESSES_MAX) return refused('addressesFull', { max: ADDRESSES_MAX })
  const changed = addressFields.filter((f) => (there ? next[f] !== row[f] : true))
  if (there) {
    const moved = (f: AddressField): boolean => others.has(row.field_revs[f] ?? 0)
    const both = changed.filter((f) => f in patch && (moved(f) || (place.includes(f) && place.some(moved))))
    if (both.length > 0)
      return {
        kind: 'needsConsent',
        refusal: { reason: 'changedElsewhere', params: { field: both[0]!, fields: both.join(',') } },
        rows: [addressChange(row)],
      }
  }
  const missing = neededFields.find((f) => next[f] === '')
  if (missing) return refused('addressIncomplete', { field: missing })
  if (there && changed.length === 0) return { kind: 'accepted', rows: [addressChange(row)] }
  const revs = {
    ...row?.field_revs,
    ...Object.fromEntries([...changed, ...(there ? [] : ['deleted'])].map((f) => [f, call.rev])),
  }
  const written = await write(call, id, next, revs)
  return { kind: 'accepted', rows: [addressChange(written), ...(there ? [] : await settleDefault(call))] }
}

async function write(
  { tx, userId, rev, now }: MutationCall,
  id: string,
  next: Record<AddressField, string>,
  revs: Record<string, number>,
): Promise<AddressRow> {
  const values = { ...next, deleted: false, field_revs: JSON.stringify(revs), rev }
  return tx
    .insertInto('addresses')
    .values({ user_id: userId, id, at: new Date(now()), ...values })
    .onConflict((oc) => oc.columns(['user_id', 'id']).doUpdateSet(values))
    .returning(addressColumns)
    .executeTakeFirstOrThrow()
}

/** A person's addresses as far as the default is concerned. */
async function live({
  tx,
  userId,
}: Pick<MutationCall, 'tx' | 'userId'>): Promise<{ id: string; at: number; deleted: boolean }[]> {
  const rows = await tx
    .selectFrom('addresses')
    .select(['id', 'at'])
    .where('user_id', '=', userId)
    .where('deleted', '=', false)
    .execute()
  return rows.map((r) => ({ id: r.id, at: r.at.getTime(), deleted: false }))
}

const chosen = async ({ tx, userId }: Pick<MutationCall, 'tx' | 'userId'>): Promise<string | null> =>
  (await tx.selectFrom('address_defaults').select('address_id').where('user_id', '=', userId).executeTakeFirst())
    ?.address_id ?? null

async function choose({ tx, userId, rev }: MutationCall, id: string | null): Promise<Change> {
  await tx
    .insertInto('address_defaults')
    .values({ user_id: userId, address_id: id, rev })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ address_id: id, rev }))
    .execute()
  return defaultChange(rev, id)
}

/** Lets the default be one that is there: the oldest, if none was chosen or the chosen one is gone. */
async function settleDefault(call: MutationCall): Promise<Change[]> {
  const now = await chosen(call)
  const next = defaultAddressId(now, await live(call))
  return next === now ? [] : [await choose(call, next)]
}

export const addressMutations: MutationsFor<'address.put' | 'address.del' | 'address.default'> = {
  'address.put': (call, p) => put(call, p.id, p.patch, p.baseRev),
  'address.del': async (call, { id }) => {
    const row = await find(call, id)
    if (!row || row.deleted) return { kind: 'accepted', rows: row ? [addressChange(row)] : [] }
    // A deleted address loses its texts: only the fact that there was one stays.
    const gone = await call.tx
      .updateTable('addresses')
      .set({ ...blankAddress, deleted: true, field_revs: JSON.stringify({ deleted: call.rev }), rev: call.rev })
      .where('user_id', '=', call.userId)
      .where('id', '=', id)
      .returning(addressColumns)
      .executeTakeFirstOrThrow()
    return { kind: 'accepted', rows: [addressChange(gone), ...(await settleDefault(call))] }
  },
  'address.default': async (call, { id }) => {
    if (id !== null && !(await live(call)).some((a) => a.id === id)) return refused('addressGone')
    return { kind: 'accepted', rows: [await choose(call, id)] }
  },
}

export const addressHandlers: HandlersFor<'address.index'> = {
  'address.index': async ({ db, user }) => {
    const rows = await db
      .selectFrom('addresses')
      .select(addressColumns)
      .where('user_id', '=', user.id)
      .where('deleted', '=', false)
      .orderBy('at')
      .orderBy('id')
      .execute()
    const register = await db
      .selectFrom('address_defaults')
      .select('address_id')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    const addresses = rows.map(({ field_revs: _revs, rev: _rev, at, ...row }) => ({ ...row, at: at.getTime() }))
    return accepted({ addresses, defaultId: defaultAddressId(register?.address_id ?? null, addresses) })
  },
}
