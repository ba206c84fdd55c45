import { sql } from 'kysely'
import type { ReserveProof } from '#contract/reserves/schema-operator.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { alarmsIn, logAlarms, mailAlarms } from './alarm.ts'

/** The latest proofs are kept, and as many of the latest with an alarm. */
export const PROOFS_KEPT = 200

/** The latest alarms that are shown. */
const SHOWN = 20

/** An alarm that lasts is mailed again after this time (ms): with each day's proof. */
const MAIL_AGAIN_MS = 20 * 3_600_000

/** The latest proofs of a kind, the newest first. */
async function proofs(db: Db | Tx, where: ReturnType<typeof sql>, limit: number): Promise<ReserveProof[]> {
  const { rows } = await sql<{ proof: ReserveProof }>`
    select proof from reserve_proofs where ${where} order by id desc limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ proof }) => proof)
}

/** The last proof; undefined before the first one. */
export const lastProof = async (db: Db): Promise<ReserveProof | undefined> => (await proofs(db, sql`true`, 1))[0]

/** The latest proofs with an alarm, the newest first. */
export const latestAlarms = (db: Db): Promise<ReserveProof[]> => proofs(db, sql`alarm`, SHOWN)

/** Stores a proof. Its alarms are logged, and mailed to operators where they are new or were not mailed of late. */
export async function storeProof(db: Db, proof: ReserveProof): Promise<void> {
  const alarms = alarmsIn(proof)
  logAlarms(alarms)
  await db.transaction().execute(async (tx) => {
    const since = new Date(proof.at - MAIL_AGAIN_MS)
    const before = await proofs(tx, sql`mailed and at > ${since}::timestamptz`, PROOFS_KEPT)
    const mailed = new Set(before.flatMap(alarmsIn).map(({ subject }) => subject))
    const news = alarms.filter(({ subject }) => !mailed.has(subject))
    if (news.length > 0) await mailAlarms(tx, news, proof.at)
    const kinds = { alarm: alarms.length > 0, mailed: news.length > 0 }
    await tx
      .insertInto('reserve_proofs')
      .values({ at: new Date(proof.at), ...kinds, proof: JSON.stringify(proof) })
      .execute()
    await sql`
      delete from reserve_proofs where id not in (select id from reserve_proofs order by id desc limit ${PROOFS_KEPT})
        and id not in (select id from reserve_proofs where alarm order by id desc limit ${PROOFS_KEPT})`.execute(tx)
  })
}
