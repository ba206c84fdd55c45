import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { Envelope } from '#contract/wire/schema-envelope.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { AnyEndpoint } from '#contract/registry.ts'
import { seededRandom } from '#server/seed/random.ts'
import { createMaker } from './from-schema.ts'
import { createRequests, type FuzzRequest } from './requests.ts'
import { CANARY } from './templates.ts'
import { openFuzzWorld, type FuzzWorld } from './world.ts'

/** A request that takes longer hangs (ms). */
const HANGS = 30_000
/** The number of requests under way at once. */
const ABREAST = 6
/**
 * The largest growth of the heap between the first tenth and the end (bytes); the page cache alone may take half of it.
 */
const GROWTH = 64_000_000

export interface FuzzReport {
  requests: number
  /** By the status of the answer. */
  answers: Record<string, number>
  /** By the registry's name: how many there were, and how many were accepted. */
  calls: Record<string, { sent: number; accepted: number }>
  slowest: { ms: number; request: string }
  heap: { before: number; after: number }
  /** Lines that the server logged, by their first words. */
  log: Record<string, number>
  faults: string[]
}

const Refusal = z.object({ data: z.object({ params: z.object({ path: z.string() }) }) })

/** Traces of the server's internals, which no answer may contain. */
const inside =
  /node_modules|\bat [\w.<>]+ \(|\.ts:\d+|\b(?:select|insert into|update|delete from) \w+[\s\S]{0,40}\b(?:from|values|set|where)\b|SQLSTATE|pg_|ECONNREFUSED/

const brief = (r: FuzzRequest): string =>
  `${r.name}: ${r.method} ${r.path.slice(0, 200)} ${JSON.stringify(r.headers.filter(([k]) => k !== 'token')).slice(0, 300)} ${typeof r.body === 'string' ? r.body.slice(0, 600) : r.body ? `${r.body.length} bytes ${Buffer.from(r.body).subarray(0, 60).toString('hex')}` : ''}`

/** Reads an answer; the poke stream, which never ends, only as far as its headers. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('Content-Type') === 'text/event-stream') {
    await response.body?.cancel()
    return ''
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  // An answer to HEAD names the encoding of the body that it does not carry.
  return (response.headers.get('Content-Encoding') === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString(
    'utf8',
  )
}

/** A refusal without the path of the field that it names, whose parts may be the caller's own keys. */
function withoutPath(text: string): string {
  const refusal = Refusal.safeParse(JSON.parse(text))
  const path = refusal.data?.data.params.path ?? ''
  return path === '' ? text : text.replaceAll(JSON.stringify(path).slice(1, -1), '')
}

/** The fault of an answer, in words; undefined when it has none. */
function judge(
  request: FuzzRequest,
  response: Response,
  text: string,
  secrets: readonly string[],
  token: string,
): string | undefined {
  // 503 is the answer of a server that has too much to do, and says when to come back.
  if (response.status >= 500 && response.status !== 503) return `was answered with ${response.status}`
  const leaked = secrets.find((s) => text.includes(s))
  if (leaked !== undefined) return `was told “${leaked}”`
  if (text.includes(token)) return 'was told its token again'
  const json = response.headers.get('Content-Type')?.startsWith('application/json') === true
  if (request.path.startsWith('/api/') && json && response.status !== 304 && request.method !== 'HEAD') {
    const envelope = Envelope.safeParse(JSON.parse(text))
    if (!envelope.success) return `was answered without an envelope: ${text.slice(0, 200)}`
    const endpoint = (endpoints as unknown as Record<string, AnyEndpoint | undefined>)[request.name]
    if (envelope.data.code === 1 && endpoint && !endpoint.output.safeParse(envelope.data.data).success)
      return `was answered against its contract: ${text.slice(0, 300)}`
    // The caller's own text may come back to them, in their own rows and as the name of the wrong field. The rest of a
    // refusal is the server's own text.
    if (envelope.data.code !== 1 && inside.test(withoutPath(text)))
      return `was told of the inside: ${text.slice(0, 300)}`
  }
  return undefined
}

function collectHeap(): number {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  gc()
  gc()
  return process.memoryUsage().heapUsed
}

/** Fills a report; see `fuzz`. */
class Run {
  readonly report: FuzzReport = {
    requests: 0,
    answers: {},
    calls: {},
    slowest: { ms: 0, request: '' },
    heap: { before: 0, after: 0 },
    log: {},
    faults: [],
  }
  readonly #world: FuzzWorld
  constructor(world: FuzzWorld) {
    this.#world = world
  }

  /** A line that the server logged. */
  logged(parts: readonly unknown[]): void {
    const line = parts
      .map((p) =>
        p instanceof Error
          ? `${p.stack ?? p.message} ${JSON.stringify(p)}`
          : typeof p === 'string'
            ? p
            : JSON.stringify(p),
      )
      .join(' ')
    const { actor, expendable } = this.#world.tokens()
    for (const secret of [...this.#world.secrets, actor, expendable, CANARY])
      if (line.includes(secret)) this.report.faults.push(`the log tells “${secret}”: ${line.slice(0, 300)}`)
    const first = line.slice(0, 160).replace(/\s+/g, ' ')
    this.report.log[first] = (this.report.log[first] ?? 0) + 1
  }

  async send(request: FuzzRequest, at: number): Promise<void> {
    const { report } = this
    const fault = (what: string): void => {
      report.faults.push(`#${at} ${what}\n    ${brief(request)}`)
    }
    let made: Request
    try {
      made = new Request(new URL(request.path, 'http://market'), {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body as BodyInit }),
      })
    } catch (error) {
      // A request that this client cannot even express is sent over a socket by raw.ts.
      if (error instanceof TypeError) return
      throw error
    }
    const token = new Headers(request.headers).get('token')
    const since = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), HANGS)
    })
    try {
      const answered = await Promise.race([
        Promise.resolve(this.#world.market.fetch(made)).then(async (response) => ({
          response,
          text: await textOf(response),
        })),
        late,
      ])
      const ms = performance.now() - since
      report.requests++
      if (ms > report.slowest.ms) report.slowest = { ms, request: brief(request).slice(0, 160) }
      if (!answered) return fault('had no answer')
      const { response, text } = answered
      report.answers[response.status] = (report.answers[response.status] ?? 0) + 1
      const call = (report.calls[request.name] ??= { sent: 0, accepted: 0 })
      call.sent++
      if (text.startsWith('{"code":1,')) call.accepted++
      // A short or hostile token may well be in an answer by chance.
      const wrong = judge(
        request,
        response,
        text,
        this.#world.secrets,
        token !== null && token.length === 43 && !token.startsWith('AAA') ? token : 'no such thing at all',
      )
      if (wrong !== undefined) fault(wrong)
    } catch (error) {
      fault(`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    } finally {
      clearTimeout(timer)
    }
    if (request.expendable) await this.#world.renew()
  }
}

export interface FuzzOptions {
  requests: number
  /** Equal seeds make equal requests. */
  seed?: number
  /** Further hostile texts. */
  values?: readonly string[]
  /** Further bodies that are no input. */
  bodies?: readonly Uint8Array[]
  /** Whether a call must be accepted once. Those that never were are sent on, for up to three times `requests`. */
  insists?(name: string): boolean
  /** Sends only the request of this number. */
  only?: number | undefined
  progress?(done: number): void
}

/** Sends `requests` random requests to a market of its own. */
export async function fuzz({
  requests,
  seed = 1,
  values = [],
  bodies = [],
  insists = () => false,
  only,
  progress = () => undefined,
}: FuzzOptions): Promise<FuzzReport> {
  const world = await openFuzzWorld()
  const run = new Run(world)
  const error = console.error
  console.error = (...parts: unknown[]) => {
    run.logged(parts)
  }
  const unheard = (reason: unknown): void => {
    run.report.faults.push(
      `nobody caught ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`,
    )
  }
  process.on('unhandledRejection', unheard)
  try {
    let next = 0
    const warm = Math.ceil(requests / 10)
    const isMissing = (name: string): boolean => insists(name) && run.report.calls[name]?.accepted === 0
    const goesOn = (at: number): boolean =>
      at < requests || (at < 4 * requests && Object.keys(run.report.calls).some(isMissing))
    const shoot = async (): Promise<void> => {
      for (let at = next++; goesOn(at); at = next++) {
        // Each request has a random stream of its own, so that it can be made again without those before it.
        const random = seededRandom(seed * 1_000_003 + at)
        const request = createRequests(
          at,
          random,
          createMaker(random, () => world.pool, values),
          world.templates,
          world.tokens,
          bodies,
        )()
        if (only !== undefined && at !== only) continue
        if (only !== undefined) console.log(brief(request))
        if (at < requests || isMissing(request.name)) await run.send(request, at)
        if (at % 100 === 0) await world.restock()
        if (at % 100 === 50) await world.pass()
        if (at % 1000 === 0) progress(at)
        if (at === warm) run.report.heap.before = collectHeap()
      }
    }
    await Promise.all(Array.from({ length: ABREAST }, shoot))
    run.report.heap.after = collectHeap()
    const { heap, faults } = run.report
    if (requests >= 2000 && heap.after - heap.before > GROWTH)
      faults.push(`the heap grew from ${heap.before} to ${heap.after} bytes`)
    if (({} as Record<string, unknown>)['polluted'] !== undefined) faults.push('a prototype was polluted')
    faults.push(...(await world.faults()))
  } finally {
    console.error = error
    process.off('unhandledRejection', unheard)
    await world.close()
  }
  return run.report
}
