import { intentsOf, type GoodsIntent } from '#contract/rules/goods-import.ts'
import type { GoodsJob } from '#localdb/goods-job-row.ts'
import { sealBytes, unsealBytes, type SealedAs } from '#localdb/seal.ts'
import type { Gesture } from '../api.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import { assertFence, readMeta } from '../outbox/fence.ts'
import type { Device } from '../session/device.ts'
import type { Session } from '../session/session.ts'
import { record, type UserStore } from '../session/user-store.ts'
import { forgetPlan, planOf } from './plan.ts'
import type { JobAct } from './shown.ts'

// Changes of many goods, recorded piece by piece: what is to be done is kept first, sealed, so that a page that is
// closed in the middle goes on where it was. The id of each intent is made of the job's and its place, so that a piece
// that was recorded, and of which the job does not know, is not recorded again.

type Needs = Pick<Device, 'env'>

/** What is done with one product. */
type Deed = GoodsIntent[]

/** So many products at most are recorded in one transaction: so long a gesture waits. */
const PIECE = 100
/** More than anything does with one product. */
const PLACES = 1000

const sealedAs = (uid: string, id: string): SealedAs => ({ uid, id: `goodsWork/${id}`, version: 1 })

const zipped = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
const unzipped = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text()

/** Keeps what is to be done and begins with it; false when other changes are not done yet. */
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

/** Begins with what was planned; `lost` when the plan is gone and must be made again. */
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

/** What is to be done; undefined when it does not open, or is another's. */
async function workOf({ db, key, uid }: UserStore, id: string): Promise<Deed[] | undefined> {
  const row = await readMeta(db, 'goodsWork')
  const bytes = row?.id === id ? await unsealBytes(key, sealedAs(uid, id), row.sealed) : undefined
  return bytes && (JSON.parse(await unzipped(bytes)) as Deed[])
}

/** Records what is left, unless a tab does so already. */
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
  // Its key was lost: nobody knows any more what was to be done.
  if (!work) return void (await db.meta.bulkDelete(['goodsJob', 'goodsWork']))
  for (let done = job.done; done < work.length;) {
    const now = await readMeta(db, 'goodsJob')
    if (now?.id !== job.id || now.state !== 'running') return
    const gesture = work.slice(done, done + PIECE).flatMap((deed, i) => gesturesOf(job.id, done + i, deed))
    // Of what this run finds only the first piece may have been recorded before: the next ones follow what it wrote.
    const outcome = await record(person, env, gesture, done > job.done)
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

/** What takes a deed back. What was new is removed; what was a draft is off sale afterwards. */
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

/** What a member does with the changes that are being recorded; false when that is not to be done now. */
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
