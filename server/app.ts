import { Hono, type Context } from 'hono'
import type { EndpointName } from '#contract/registry.ts'
import { POKE_PATH } from '#contract/sync.ts'
import { createProxyWatch } from './deployment.ts'
import { isUnstorable } from './db/sqlstate.ts'
import type { Db } from './db/tables.ts'
import type { Mutations } from './features/sync/execute.ts'
import { single } from './features/sync/single.ts'
import { onCatalogueChange } from './feed/listeners.ts'
import { apiRoutes, checkedInput, type Route } from './http/api.ts'
import { addressOf, languageOf } from './http/caller.ts'
import { compressJson } from './http/compress.ts'
import { acceptedText, brokenEnvelope, envelope, keptAnswer } from './http/envelope.ts'
import { refused, type Answer, type Call, type HandlersFor } from './http/handlers.ts'
import { securityHeaders, tlsHeaders } from './http/headers.ts'
import { createAdmission, type Admission, type SignedInLimits } from './http/admission.ts'
import { addressKey, type LimiterOptions } from './http/limits.ts'
import type { Page } from './http/page.ts'
import { createPageCache, type PageCache } from './http/page-cache.ts'
import { createPokes } from './http/poke.ts'
import { sessionUser } from './http/session.ts'

/** What the app is made of. */
export interface AppParts {
  db: Db
  handlers: HandlersFor<EndpointName>
  mutations: Mutations
  /** The built page; absent in development, where Vite serves it. */
  page: Page | undefined
  trustProxy: boolean
  now(): number
  /** How much an address may ask without a session. */
  anonymous?: LimiterOptions | undefined
  /** How much one may ask with a session. */
  signedIn?: SignedInLimits | undefined
  /** Further routes, such as pictures. */
  mount(app: Hono): void
}

/** The whole market over HTTP: the API, pictures and page. */
export function createApp(parts: AppParts): Hono {
  const app = new Hono()
  const counter: Counter = {
    parts,
    admit: createAdmission(parts.anonymous, parts.signedIn),
    cache: createPageCache({ now: parts.now }),
  }
  onCatalogueChange(parts.db, counter.cache.clear)
  const pokes = createPokes(parts.db)
  const { admit } = counter
  app.use(async (c, next) => {
    await next()
    // Anybody may claim to come by TLS: it changes but their own answer.
    const tls = c.req.header('X-Forwarded-Proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https'
    for (const [name, value] of Object.entries(tls ? { ...securityHeaders, ...tlsHeaders } : securityHeaders))
      c.res.headers.set(name, value)
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
    return isUnstorable(error) ? envelope(refused('invalid', { path: '' }), language) : brokenEnvelope(language)
  })
  for (const route of apiRoutes(parts.handlers, (...args) => single(parts.mutations, ...args)))
    app.on([...route.methods], route.path, (c) => answer(counter, route, c))
  app.get(POKE_PATH, async (c) => {
    const call = await identify(parts, c)
    if (!call.user) return envelope(refused(c.req.header('token') ? 'sessionEnded' : 'pleaseLogin'), call.language)
    const taken = admit.call(call, POKE_PATH)
    if (!taken.ok) return tooMany(call, taken.retryAfter)
    return pokes(call.user.id, async () => (await identify(parts, c)).user !== null, c.req.raw.signal)
  })
  app.all('/api/*', (c) => envelope(refused('unknownCall'), languageOf(c.req.header('Accept-Language') ?? null)))
  parts.mount(app)
  const { page } = parts
  if (page) app.get('*', (c) => page.serve(c.req.raw))
  return app
}

/** The other end of a call's connection; undefined in process, where only node-server has sockets. */
const remoteOf = (c: Context): string | undefined =>
  (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress

/** Who calls, and from where. A token that is no longer good leaves the caller unknown. */
async function identify(parts: AppParts, c: Context): Promise<Call> {
  const token = c.req.header('token')
  const known = token ? await sessionUser(parts.db, token, parts.now()) : undefined
  return {
    db: parts.db,
    user: known?.user ?? null,
    tokenHash: known?.tokenHash ?? null,
    now: parts.now,
    language: languageOf(c.req.header('Accept-Language') ?? null),
    from: addressKey(addressOf(c.req.raw.headers, remoteOf(c), parts.trustProxy)),
  }
}

const tooMany = (call: Call, retryAfter: number): Response =>
  envelope(refused('tooManyAttempts', { seconds: Math.ceil(retryAfter / 1000) }), call.language)

/** What every answer needs beside the call. */
interface Counter {
  parts: AppParts
  admit: Admission
  cache: PageCache
}

/** When one whose person has too much under way may come again (ms). */
const NEXT = 1000

async function answer(counter: Counter, route: Route, c: Context): Promise<Response> {
  const { parts, admit } = counter
  const call = await identify(parts, c)
  const taken = admit.call(call, route.name)
  if (!taken.ok) return tooMany(call, taken.retryAfter)
  if (!call.user && route.access === 'session') {
    return envelope(refused(c.req.header('token') ? 'sessionEnded' : 'pleaseLogin'), call.language)
  }
  if (c.req.method === 'GET') return admitted(counter, route, c, call)
  const leave = admit.enter(call, route.name)
  if (!leave) return tooMany(call, NEXT)
  try {
    return await admitted(counter, route, c, call)
  } finally {
    leave()
  }
}

async function admitted({ admit, cache }: Counter, route: Route, c: Context, call: Call): Promise<Response> {
  const checked = await checkedInput(route, c.req.raw)
  if (!checked.ok) return envelope(checked.answer, call.language)
  const weighed = admit.content(call, checked.input, checked.bytes)
  if (!weighed.ok) return tooMany(call, weighed.retryAfter)
  if (!route.cacheable) return envelope(await route.handle(call, checked.input, c.req.raw), call.language)
  let own: Answer<unknown> | undefined
  const page = await cache.page(route.name, checked.input, async () => {
    own = await route.handle(call, checked.input, c.req.raw)
    return own.kind === 'accepted' ? acceptedText(own.data) : undefined
  })
  if (page) return keptAnswer(page, c.req.header('If-None-Match') ?? null)
  return envelope(own ?? (await route.handle(call, checked.input, c.req.raw)), call.language)
}
