import { APPLICATIONS_LISTED } from '#contract/merchants/schema-operator.ts'
import { applicationStates } from '#contract/merchants/states.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { keysOf } from '../keys/keys-of.ts'
import { ifOpen } from '../keys/sealed-text.ts'
import { applicationRow, applicationsIn, readApplication, type Application } from './application.ts'
import { openDocument, openNumber } from './documents.ts'
import { actOf } from '../operator/change.ts'

type Names = 'operator.applications' | 'operator.application' | 'operator.document' | 'operator.decideApplication'

/** The desk of applications. */
export const operatorApplicationHandlers: HandlersFor<Names> = {
  'operator.applications': async ({ db }, { state, find }) => {
    const states = applicationStates.filter((one) =>
      state === undefined ? one === 'submitted' || one === 'inReview' : one === state,
    )
    const found = await applicationsIn(db, states, APPLICATIONS_LISTED, find)
    return accepted({
      applications: found.map((a) => ({
        id: a.id,
        state: a.state,
        storeName: a.store_name,
        at: a.submitted_at.getTime(),
        decidedAt: a.decided_at?.getTime() ?? null,
        dueAt: a.due_at?.getTime() ?? null,
        sent: a.sent,
      })),
    })
  },
  'operator.application': async ({ db, user }, { id }) => {
    const a = await readApplication(db, id)
    if (!a) return refused('notFound')
    await look(db, user.id, a, 'number')
    const [person, inviter] = await Promise.all([
      db.selectFrom('users').select('email').where('id', '=', a.user_id).executeTakeFirst(),
      db
        .selectFrom('stores')
        .select('name')
        .where('id', '=', a.invited_by ?? 0)
        .executeTakeFirst(),
    ])
    return accepted({
      application: applicationRow(keysOf(db), a),
      sent: a.sent,
      email: person?.email ?? '',
      documentNumber: ifOpen(() => openNumber(keysOf(db), a)) ?? null,
      invitedBy: inviter?.name ?? null,
    })
  },
  'operator.document': async ({ db, user }, { id, which }) => {
    const a = await readApplication(db, id)
    const bytes = a && (await openDocument(db, a, which))
    if (!a || !bytes) return refused('notFound')
    // Written down before it is shown.
    await look(db, user.id, a, which)
    return accepted({ bytes: Buffer.from(bytes).toString('base64') })
  },
  'operator.decideApplication': async (call, decision) => {
    const done = await actOf(call, { act: 'application', decision })
    if (done.kind !== 'accepted') return done
    const application = await readApplication(call.db, decision.id)
    if (!application) return refused('notFound')
    const { entrance: _none, ...became } = done.data
    return accepted({ application: applicationRow(keysOf(call.db), application), ...became })
  },
}

/** Writes down that somebody looks at a document. */
const look = (db: Db, by: string, { id, user_id: person }: Application, which: string): Promise<void> =>
  db.transaction().execute((tx) =>
    audit(tx, {
      by,
      via: 'screen',
      what: 'document.view',
      subject: `application:${id}`,
      before: null,
      after: { which, person },
    }),
  )
