import { isDeepStrictEqual } from 'node:util'
import type { Change } from '#contract/sync/schema-changes.ts'
import { userTables, type UserTable } from '#contract/wire/user-tables.ts'
import { userDbName, type IntentRow, type MirrorRow } from '#localdb/schema.ts'
import { unsealFields } from '#localdb/seal.ts'
import { sealedFields } from '#contract/sync/sealed-fields.ts'
import { pullFeed } from '#server/sync/pull.ts'
import { idOf, isEffectOf, wireId, type Effect } from '../history/effect-log.ts'
import { isBlank } from '#worker/outbox/fold.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'
import { whileBusy } from '../device/stage.ts'

/**
 * I7: every screen shows the rows of the market with the waiting intents folded over them; and a device knows all that
 * the market knows.
 */
export async function screensAgree(h: History): Promise<void> {
  for (const phone of h.phones) {
    for (const raw of phone.disk.databases.values())
      if (raw.name.startsWith('caravan-user-')) phone.watch.lawThree(raw, 'I7')
    const uid = phone.person
    if (h.persons.some((p) => p.uid === uid)) await knowsAll(h, phone, uid)
  }
}

async function knowsAll(h: History, phone: Phone, uid: string): Promise<void> {
  const { changes } = await whileBusy(() => pullFeed(h.shop.market.db, uid, 0, undefined))
  const due = new Map(changes.map((c) => [`${c.table}/${c.key}`, c]))
  for (const table of userTables) {
    for (const row of phone.disk.rows<MirrorRow<object>>(userDbName(uid), table)) {
      if (!row.server) continue
      const ref = `${table}/${row.key}`
      const change = due.get(ref)
      due.delete(ref)
      const clear = await opened(phone, uid, table, row)
      if (!change || row.rev !== change.rev || !isDeepStrictEqual(clear, change.row)) {
        h.say(
          'I7',
          `device ${phone.number}: ${ref} is thought to be ${JSON.stringify(clear)} at rev ${row.rev}, but at the market it is ${JSON.stringify(change)}`,
        )
      }
    }
  }
  // A device keeps only the latest of the rows that are gone.
  for (const [ref, { row }] of due) if (!isBlank(row)) h.say('I7', `device ${phone.number} does not know ${ref}`)
}

/** The market's version of a row, unsealed; undefined when it cannot be opened. */
async function opened(
  phone: Phone,
  uid: string,
  table: UserTable,
  row: MirrorRow<object>,
): Promise<object | null | undefined> {
  const fields = sealedFields[table]
  const key = phone.disk.row<{ key: CryptoKey }>(userDbName(uid), 'keys', 'seal')?.key
  return row.server && fields && key ? unsealFields(key, uid, `${table}/${row.key}`, row.server, fields) : row.server
}

/**
 * I7: an effect that the device's rows hold already is not folded over them once more, for as long as the market can
 * tell it whose it was.
 */
export async function foldedOnce(h: History, effects: readonly Effect[]): Promise<void> {
  const done = new Map(effects.filter((e) => e.kind === 'accepted' && e.outcomeKept).map((e) => [wireId(e), e]))
  for (const phone of h.phones) {
    if (h.halfAnswered.has(phone)) continue
    const uid = phone.person
    for (const row of phone.disk.rows<IntentRow>(userDbName(uid), 'outbox')) {
      const effect = done.get(idOf(row))
      if (!effect || row.state === 'rejected' || !isEffectOf(effect, row)) continue
      // An intent that was never sent from here was done by a copy of this store. A pull does not settle it, since the
      // two may differ; its own push learns the outcome (worker/outbox/settle.ts).
      if (row.attempts === 0) continue
      for (const change of effect.rows) {
        const known = phone.disk.row<MirrorRow<object>>(userDbName(uid), change.table, change.key)
        // A row of another rev was already as it should be: the effect shows it and did not change it.
        if (
          change.rev !== effect.rev ||
          !known ||
          known.rev < change.rev ||
          !row.keys.includes(`${change.table}/${change.key}`)
        )
          continue
        if (
          known.rev === change.rev &&
          isFromEarlierEffect(effects, effect, change, await opened(phone, uid, change.table, known))
        )
          continue
        h.say(
          'I7',
          `device ${phone.number} shows ${row.name} twice on ${change.table}/${change.key}: rev ${known.rev} holds it since ${change.rev}, and it is ${row.state}`,
        )
      }
    }
  }
}

/**
 * Whether a row is as an earlier effect of the same transaction left it, under the same rev: an answer that holds only
 * the result of that one leaves it so.
 */
const isFromEarlierEffect = (
  effects: readonly Effect[],
  effect: Effect,
  { table, key }: Change,
  row: object | null | undefined,
): boolean =>
  effects.some(
    (e) =>
      e.n < effect.n &&
      e.rev === effect.rev &&
      e.user_id === effect.user_id &&
      e.rows.some((r) => r.table === table && r.key === key && isDeepStrictEqual(r.row, row)),
  )
