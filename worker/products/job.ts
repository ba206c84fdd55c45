import { intentsOf, type GoodsIntent } from '#contract/products/import.ts'
import type { GoodsJob } from '#localdb/rows/goods-job.ts'
import { sealBytes, unsealBytes, type SealedAs } from '#localdb/seal.ts'
import type { Gesture } from '../api/worker-api.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import { assertFence, readMeta } from '../outbox/fence.ts'
import type { Device } from '../session/device.ts'
import type { Session } from '../session/session.ts'
import { recordGesture, type UserStore } from '../session/user-store.ts'
import { forgetPlan, planOf } from './plan.ts'
import type { JobAct } from '../api/products-shown.ts'

// Changes of many goods, recorded piece by piece. The work is kept first, sealed, so that a page that is closed in the
// middle goes on where it was. The id of each intent is made of the job's id and the intent's place, so that a piece
// that was recorded, and of which the job does not know, is not recorded again.

type Needs = Pick<Device, 'env'>

/** The intents for one product. */
type Deed = GoodsIntent[]

/** The largest number of products recorded in one transaction; a gesture waits that long. */
const PIECE = 100
/** More intents than any deed has for one product. */
const PLACES = 1000

const sealedAs = (uid: string, id: string): SealedAs => ({ uid, id: `goodsWork/${id}`, version: 1 })

const zipped = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
const unzipped = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text()

/** Keeps the work of a job and begins with it; false when another job is not done yet. */
async function begin(
  device: Needs,
  session: Session,
  deeds: readonly Deed[],
  of: Pick<GoodsJob, 'what' | 'name'>,
): Promise<boolean> {
  const { db, fence, key, uid } = session.person
  const id = crypto.randomUUID()
  const sealed = await sealBytes(key, sealedAs(uid, id), await zipped(JSON.stringify(deeds)))
  const began = await db.transaction('rw', [db.meta], async () => {
    await assertFence(db, fence)
    const now = await readMeta(db, 'goodsJob')
    if (now && now.state !== 'done') return false
    const job: GoodsJob = { id, ...of, all: deeds.length, done: 0, state: 'running', at: device.env.now() }
    await db.meta.bulkPut([
      { key: 'goodsJob', ...job },
      { key: 'goodsWork', id, sealed },
    ])
    return true
  })
  if (began) go(device, session)
  return began
}

/** Begins a plan; `lost` when the plan is gone and must be made again. */
export async function beginPlan(
  device: Needs,
  session: Session,
  { plan: id, name }: { plan: string; name: string },
): Promise<'begun' | 'busy' | 'lost'> {
  const { db } = session.person
  const plan = planOf(db, id)
  if (!plan) return 'lost'
  const deeds = [...plan.new, ...plan.changed].map(intentsOf)
  const what = plan.text === '' ? 'bulk' : 'import'
  if (!(await begin(device, session, deeds, { what, name }))) return 'busy'
  forgetPlan(db)
  return 'begun'
}

/** The work of a job; undefined when it does not open, or belongs to another job. */
async function workOf({ db, key, uid }: UserStore, id: string): Promise<Deed[] | undefined> {
  const row = await readMeta(db, 'goodsWork')
  const bytes = row?.id === id ? await unsealBytes(key, sealedAs(uid, id), row.sealed) : undefined
  return bytes && (JSON.parse(await unzipped(bytes)) as Deed[])
}

/** Records the rest of the job, unless a tab does so already. */
export function go({ env }: Needs, session: Session): void {
  const { person } = session
  void Promise.resolve(
    env.locks.request(`caravan-goods-${person.id}`, { ifAvailable: true }, async (lock) => {
      if (lock) await run(env, person)
    }),
  ).catch((error: unknown) => {
    if (!isClosed(error)) env.report(error)
  })
}

async function run(env: Needs['env'], person: UserStore): Promise<void> {
  const { db } = person
  const job = await readMeta(db, 'goodsJob')
  if (job?.state !== 'running') return
  const work = await workOf(person, job.id)
  // The key of the sealed work was lost, and the work with it.
  if (!work) return void (await db.meta.bulkDelete(['goodsJob', 'goodsWork']))
  for (let done = job.done; done < work.length;) {
    const now = await readMeta(db, 'goodsJob')
    if (now?.id !== job.id || now.state !== 'running') return
    const gesture = work.slice(done, done + PIECE).flatMap((deed, i) => gesturesOf(job.id, done + i, deed))
    // Only the first piece of this run may have been recorded before: the next ones follow what the run wrote.
    const outcome = await recordGesture(person, env, gesture, done > job.done)
    if (outcome.kind === 'refused') {
      const state = outcome.refusal.reason === 'storageFull' ? 'full' : 'refused'
      return change(person, job.id, (row) => ({ ...row, state }))
    }
    done = Math.min(work.length, done + PIECE)
    await change(person, job.id, (row) => ({ ...row, done, state: done === work.length ? 'done' : row.state }))
  }
}

const gesturesOf = (job: string, place: number, deed: Deed): Gesture[] =>
  deed.map((intent, n) => {
    const last = (place * PLACES + n).toString(16).padStart(12, '0')
    return { intentId: `${job.slice(0, 24)}${last}`, ...intent } as Gesture
  })

async function change({ db, fence }: UserStore, id: string, next: (job: GoodsJob) => GoodsJob): Promise<void> {
  await db.transaction('rw', [db.meta], async () => {
    await assertFence(db, fence)
    const now = await readMeta(db, 'goodsJob')
    if (now?.id === id) await db.meta.put({ key: 'goodsJob', ...next(now) })
  })
}

/**
 * The intents that take a deed back. Only jobs of one change of many are undone, and these add no product. A draft that
 * was put on sale is off sale afterwards.
 */
const reversed = (deed: Deed): Deed =>
  deed.toReversed().flatMap((intent): GoodsIntent[] => {
    if (intent.name === 'goods.put') return []
    if (intent.name === 'goods.show')
      return [{ name: 'goods.show', payload: { ...intent.payload, on: !intent.payload.on } }]
    if (intent.name === 'goods.stock')
      return [{ name: 'goods.stock', payload: { ...intent.payload, by: -intent.payload.by } }]
    const { id, from, to } = intent.payload
    return [{ name: 'goods.edit', payload: { id, from: to, to: from } }]
  })

/** Does what a member asks of the job that is being recorded; false when that cannot be done now. */
export async function actOnJob(device: Needs, session: Session, act: JobAct): Promise<boolean> {
  const { person } = session
  const job = await readMeta(person.db, 'goodsJob')
  if (!job) return false
  if (act === 'forget') {
    if (job.state === 'running') return false
    await person.db.meta.bulkDelete(['goodsJob', 'goodsWork'])
  } else if (act === 'undo') {
    if (job.state !== 'done' || job.what !== 'bulk') return false
    const work = await workOf(person, job.id)
    return work !== undefined && begin(device, session, work.map(reversed), { what: 'undo', name: '' })
  } else {
    if (act === 'stop' && job.state === 'running') await change(person, job.id, (row) => ({ ...row, state: 'stopped' }))
    if (act === 'goOn' && job.state !== 'done') await change(person, job.id, (row) => ({ ...row, state: 'running' }))
    if (act !== 'stop') go(device, session)
  }
  return true
}
