import { UNSENT_PASS_MIN } from '#contract/wire/limits.ts'
import type { IntentRow } from '#localdb/schema.ts'
import type { CallOutcome, UnsentFile } from '../api/worker-api.ts'
import type { Env } from '../env/env.ts'
import { isKnownMutation, knownMutation } from '../guess/all.ts'
import { assertFence } from '../outbox/fence.ts'
import { pendingStates } from '#localdb/intent-states.ts'
import type { UserStore } from '../session/user-store.ts'
import { unsealPayload } from '../outbox/sealing.ts'
import type { UnsentIntent } from './file-schema.ts'
import { sealFile } from './file.ts'

/** Puts everything that waits into a file that only the passphrase opens. It goes on waiting here too. */
export async function exportUnsent(env: Env, person: UserStore, passphrase: string): Promise<CallOutcome<UnsentFile>> {
  if (person.guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
  if ([...passphrase].length < UNSENT_PASS_MIN)
    return { kind: 'refused', refusal: { reason: 'passwordTooShort', params: { min: UNSENT_PASS_MIN } } }
  const rows = await freeze(person)
  const intents: UnsentIntent[] = []
  for (const row of rows) {
    const opened = await inClear(person, row)
    if (opened) intents.push(opened)
  }
  const createdAt = env.now()
  const bytes = await sealFile(
    { uid: person.uid, incarnation: person.fence.incarnation, createdAt },
    intents,
    passphrase,
  )
  const name = `unsent-${new Date(createdAt).toISOString().slice(0, 10)}.sealed`
  return { kind: 'accepted', data: { bytes, name, intents: intents.length, unreadable: rows.length - intents.length } }
}

/** Reads the waiting intents, in their order and in clear; they go on waiting. */
export async function readUnsent(person: UserStore): Promise<UnsentIntent[]> {
  const rows = await person.db.outbox.where('state').anyOf(pendingStates).sortBy('seq')
  const opened = await Promise.all(rows.map((row) => inClear(person, row)))
  return opened.filter((intent) => intent !== undefined)
}

/**
 * Reads the waiting intents, in their order. From here on another device may act for them, which is as good as an
 * attempt: a later change no longer joins one of them (the file would not have it), and they are taken back through the
 * server alone.
 */
async function freeze({ db, fence }: UserStore): Promise<IntentRow[]> {
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    await assertFence(db, fence)
    const rows = (await db.outbox.where('state').anyOf(pendingStates).toArray()).sort((a, b) => a.seq! - b.seq!)
    await db.outbox.bulkPut(rows.filter((row) => row.attempts === 0).map((row) => ({ ...row, attempts: 1 })))
    return rows
  })
}

/** An intent in clear; undefined if it no longer opens, or no longer fits its schema: it would not be sent either. */
async function inClear(
  person: UserStore,
  { seq, intentId, name, payload, createdAt, confirmBy, deps, incarnation }: IntentRow,
): Promise<UnsentIntent | undefined> {
  if (!isKnownMutation(name) || !Array.isArray(deps)) return undefined
  const clear = knownMutation(name).payload.safeParse(await unsealPayload(person, name, payload))
  if (!clear.success) return undefined
  // An intent that had to go on to another id is known by that id.
  const own = incarnation === person.fence.incarnation ? {} : { incarnation }
  return { seq: seq!, intentId, name, payload: clear.data, createdAt, confirmBy, deps, ...own }
}
