import type { ServerResponse } from 'node:http'
import { Hono, type Context } from 'hono'
import { fallbackLocale } from '#contract/text/locales.ts'
import type { EndpointName } from '#contract/registry.ts'
import { POKE_PATH } from '#contract/sync/schema.ts'
import type { Appearance } from './appearance/appearance.ts'
import { createProxyWatch } from './config/deployment.ts'
import { askedBy } from './db/fair-turns/asked-by.ts'
import { isUnstorable } from './db/sqlstate.ts'
import type { Bounds } from './turns/bounds.ts'
import type { Db } from './db/tables/tables.ts'
import type { Mutations } from './sync/outcomes.ts'
import { single } from './sync/single.ts'
import { onCatalogueChange } from './feed/listeners.ts'
import { apiRoutes, checkedInput, type ApiRoute } from './http/api.ts'
import { callerAddress, deviceOf, languageOf } from './http/caller.ts'
import { compressJson } from './http/page/compress.ts'
import { acceptedText, brokenEnvelope, envelope, keptAnswer } from './http/envelope.ts'
import { refused, type Answer, type Call, type HandlersFor } from './http/handlers.ts'
import { securityHeaders, tlsHeaders } from './http/page/headers.ts'
import { createAdmission, type Admission, type SignedInLimits } from './http/admission.ts'
import { addressKey, type LimiterOptions } from './turns/limits.ts'
import { createDocuments, type Documents } from './documents/documents.ts'
import type { Page } from './http/page/page.ts'
import type { DocumentParts } from './documents/open.ts'
import { createPageCache, type PageCache } from './http/page/cache.ts'
import { mountReference } from './http/reference.ts'
import { asOperator } from './http/operator.ts'
import { canBePrivateId, privateIdIn, privately } from './line-sheets/private-links.ts'
import type { Pokes } from './http/poke.ts'
import { tokenHashOf, sessionUser } from './http/session.ts'
import { SIGN_OFF_PATH } from './mails/render.ts'
import { signOffPage } from './mails/sign-off.ts'
import { sheetIsOpen } from './line-sheets/links.ts'
import { isUuid, memberOf } from './members/members.ts'

export interface AppParts {
  db: Db
  handlers: HandlersFor<EndpointName>
  mutations: Mutations
  /** The built page; absent in development, where Vite serves it. */
  page: Page | undefined
  /** The renderer of the page's documents; without it every screen is answered with the shell. */
  documents?: DocumentParts | undefined
  /** How the market looks now. */
  appearance(): Promise<Appearance>
  trustProxy: boolean
  now(): number
  /** How much an address may ask without a session. */
  anonymous?: LimiterOptions | undefined
  /** How much one may ask with a session. */
  signedIn?: SignedInLimits | undefined
  /** Where what is bounded is listed. */
  bounds?: Bounds | undefined
  /** The streams that say "pull now". */
  pokes: Pokes
  /** Further routes, such as pictures. */
  mount(app: Hono): void
}

/** The whole market over HTTP: the API, pictures and page. */
export function createApp(parts: AppParts): Hono {
  const app = new Hono()
  const counter: Counter = {
    parts,
    admit: createAdmission(parts.anonymous, parts.signedIn, parts.bounds),
    cache: createPageCache({ now: parts.now, bounds: parts.bounds }),
  }
  onCatalogueChange(parts.db, counter.cache.clear)
  app.use(async (c, next) => {
    await next()
    // The header may be forged; it changes nothing but the forger's own answer.
    const tls = c.req.header('X-Forwarded-Proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https'
    // A document's policy names its own styles.
    for (const [name, value] of Object.entries(tls ? { ...securityHeaders, ...tlsHeaders } : securityHeaders))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
  const watchProxy = createProxyWatch(parts.trustProxy, (text) => console.warn(`Warning: ${text}`))
  app.use('/api/*', (c, next) => {
    watchProxy(c.req.raw.headers, remoteOf(c))
    return next()
  })
  app.use('/api/*', compressJson())
  app.onError((error, c) => {
    // The address without its query, and nothing that was sent: no token, password or code may reach a log.
    console.error(`${c.req.method} ${c.req.path}`, error)
    const language = languageOf(c.req.header('Accept-Language') ?? null)
    return isUnstorable(error) ? envelope(refused('unreadable'), language) : brokenEnvelope(language)
  })
  const routes = apiRoutes(parts.handlers, (...args) => single(parts.mutations, ...args))
  for (const route of routes) app.on([...route.methods], route.path, (c) => answer(counter, route, c))
  app.get(POKE_PATH, async (c) => {
    const admitted = await identify(counter, c, POKE_PATH)
    if (!admitted.ok) return admitted.answer
    const { call, gone } = admitted
    if (!call.user || !call.tokenHash) return nobody(call, c, gone)
    const { user, tokenHash } = call
    const uid = c.req.query('uid') ?? user.id
    if (uid !== user.id && !(isUuid(uid) && (await memberOf(parts.db, user.id, uid))))
      return envelope(refused('wrongOwner'), call.language)
    return (
      parts.pokes.open({ uid, userId: user.id, tokenHash, from: call.from }, c.req.raw.signal) ?? tooMany(call, NEXT)
    )
  })
  app.on(['GET', 'POST'], SIGN_OFF_PATH, async (c) => {
    const identified = await identify(counter, c, SIGN_OFF_PATH)
    return identified.ok ? unread(await signOffPage(identified.call, c.req.raw)) : identified.answer
  })
  mountReference(app, async () => (await parts.appearance()).name)
  app.all('/api/*', (c) => envelope(refused('unknownCall'), languageOf(c.req.header('Accept-Language') ?? null)))
  parts.mount(app)
  const { page } = parts
  const documents = parts.documents && documentsOf(counter, parts.documents, routes)
  if (page) app.get('*', (c) => screenOrFile(counter, page, documents, c))
  return app
}

/** The documents of a build, rendered from the same calls that a device makes. */
function documentsOf({ parts, cache }: Counter, documents: DocumentParts, routes: readonly ApiRoute[]): Documents {
  const call: Call = {
    db: parts.db,
    user: null,
    tokenHash: null,
    now: parts.now,
    language: fallbackLocale,
    from: '',
    device: '',
  }
  const ask = async (name: string, input: object): Promise<Answer<unknown>> => {
    const route = routes.find((r) => r.name === name && (r.access === 'anyone' || r.access === 'optional'))
    const checked = route?.input.safeParse(input)
    const answer = route && checked?.success ? await route.handle(call, checked.data) : undefined
    return answer && answer.kind !== 'noneYet' ? answer : refused('unreadable')
  }
  return createDocuments({ ...documents, cache, ask, appearance: parts.appearance, now: parts.now })
}

/** A file of the page, or a screen: its document, else the shell, which loads the screen by itself. */
async function screenOrFile(counter: Counter, page: Page, documents: Documents | undefined, c: Context) {
  if (!documents || !page.isScreen(c.req.path)) return page.serve(c.req.raw)
  const identified = await identify(counter, c, 'document')
  const id = privateIdIn(c.req.path)
  // A private link may have ended since the caller last loaded it, so its request is never answered with 304.
  const request = id === undefined ? c.req.raw : new Request(c.req.raw.url, { headers: unconditional(c.req.raw) })
  // Too many: the shell costs nothing.
  if (!identified.ok) return id === undefined ? page.serve(request) : privately(await page.serve(request), true)
  const { language, from, now, db } = identified.call
  const shown = (await documents.answer(request, language, from)) ?? (await page.serve(request))
  if (id === undefined) return shown
  return privately(shown, canBePrivateId(id) && (await sheetIsOpen(db, id, now())))
}

/** A request's headers without the condition that lets the answer be a bare 304. */
function unconditional({ headers }: Request): Headers {
  const all = new Headers(headers)
  all.delete('If-None-Match')
  return all
}

/** The other end of a call's connection; undefined in process, where only node-server has sockets. */
const remoteOf = (c: Context): string | undefined =>
  (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress

/** The caller's address as it is limited. */
export const fromOf = (c: Context, trustProxy: boolean): string =>
  addressKey(callerAddress(c.req.raw.headers, remoteOf(c), trustProxy))

/** `gone`: the token is of an account that its person has deleted. */
type Identified = { ok: true; call: Call; gone: boolean } | { ok: false; answer: Response }

/**
 * The caller of a request and their address, or the refusal where they may not call now. A token that is no longer good
 * leaves the caller unknown.
 */
async function identify({ parts, admit }: Counter, c: Context, name: string): Promise<Identified> {
  const from = fromOf(c, parts.trustProxy)
  const call: Call = {
    db: parts.db,
    user: null,
    tokenHash: null,
    now: parts.now,
    language: languageOf(c.req.header('Accept-Language') ?? null),
    from,
    device: deviceOf(c.req.header('User-Agent') ?? ''),
  }
  const caller = { from, tokenHash: tokenHashOf(c.req.header('token')), now: parts.now() }
  let gone = false
  const admitted = await admit.call(caller, name, async (hash) => {
    const found = await askedBy.run(Buffer.from(hash).toString('base64'), () =>
      sessionUser(parts.db, hash, parts.now()),
    )
    gone = found === 'deleted'
    return found === 'deleted' ? undefined : found
  })
  if (!admitted.ok) return { ok: false, answer: tooMany(call, admitted.retryAfter) }
  return { ok: true, call: { ...call, ...admitted.known }, gone }
}

/** The refusal of a call that needs a session and has none; a device of a deleted account learns that it is gone. */
const nobody = (call: Call, c: Context, gone: boolean): Response =>
  envelope(refused(gone ? 'accountGone' : c.req.header('token') ? 'sessionEnded' : 'pleaseLogin'), call.language)

/** Ends the connection of a call whose body nobody reads to its end, which spares the rest of it. */
function unread(answer: Response): Response {
  answer.headers.set('Connection', 'close')
  return answer
}
const tooMany = (call: Call, retryAfter: number): Response =>
  unread(envelope(refused('tooManyAttempts', { seconds: Math.ceil(retryAfter / 1000) }), call.language))

/** The parts that every answer needs besides the call. */
interface Counter {
  parts: AppParts
  admit: Admission
  cache: PageCache
}

/** The time after which a person with too many calls under way may try again (ms). */
const NEXT = 1000

async function answer(counter: Counter, route: ApiRoute, c: Context): Promise<Response> {
  const identified = await identify(counter, c, route.name)
  if (!identified.ok) return identified.answer
  const { user, from } = identified.call
  return askedBy.run(user?.id ?? from, () => answerKnown(counter, route, c, identified))
}

async function answerKnown(
  counter: Counter,
  route: ApiRoute,
  c: Context,
  identified: Extract<Identified, { ok: true }>,
): Promise<Response> {
  const { gone } = identified
  let { call } = identified
  const known = route.access === 'session' || route.access === 'operator'
  if (!call.user && known) return nobody(call, c, gone)
  if (route.access === 'operator') {
    const operator = await asOperator(call, route.right)
    if (!operator.ok) return unread(envelope(operator.answer, call.language))
    call = operator.call
  }
  const leave = counter.admit.enter(call, route.name)
  if (!leave) return tooMany(call, NEXT)
  try {
    return await admitted(counter, route, c, call)
  } finally {
    onTaken(c, leave)
  }
}

/** Runs when the caller has taken the whole answer, or has gone; at once in process, where nothing is on its way. */
function onTaken(c: Context, run: () => void): void {
  const outgoing = (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing
  if (!outgoing || outgoing.closed) run()
  else outgoing.once('close', run)
}

async function admitted({ admit, cache }: Counter, route: ApiRoute, c: Context, call: Call): Promise<Response> {
  const checked = await checkedInput(route, c.req.raw)
  if (!checked.ok) return unread(envelope(checked.answer, call.language))
  const weighed = admit.content(call, route.name, checked.input, checked.bytes)
  if (!weighed.ok) return tooMany(call, weighed.retryAfter)
  // A call with ids follows a notice that those rows have changed, perhaps in another process. It is never answered
  // from the cache.
  const named = typeof checked.input === 'object' && checked.input !== null && 'ids' in checked.input
  if (!route.cacheable || named) return envelope(await route.handle(call, checked.input, c.req.raw), call.language)
  let own: Awaited<ReturnType<ApiRoute['handle']>> | undefined
  const page = await cache.page(route.name, checked.input, async () => {
    own = await route.handle(call, checked.input, c.req.raw)
    return own.kind === 'accepted' ? acceptedText(own.data) : undefined
  })
  if (page) return keptAnswer(page, c.req.header('If-None-Match') ?? null)
  return envelope(own ?? (await route.handle(call, checked.input, c.req.raw)), call.language)
}
