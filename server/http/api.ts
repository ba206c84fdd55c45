import type { Endpoint } from '#contract/endpoint.ts'
import type { Mutation } from '#contract/mutation.ts'
import { endpoints, mutations, type EndpointName, type MutationName } from '#contract/registry.ts'
import type { Verdict, Answer, Call, HandlersFor } from './handlers.ts'
import { refused } from './handlers.ts'
import { readInput } from './body.ts'

/** One call as the app offers it, endpoints and mutations alike. */
export interface Route { path: string; methods: readonly string[]; access: Endpoint['access']; answer(call: Call, request: Request): Promise<Answer<unknown>> }

/** Carries out a mutation outside a push: under an id that makes it happen once, or without. */
export type Single = (call: Call, name: MutationName, payload: unknown, key: string | null) => Promise<Verdict | { kind: 'busy' }>

/** Every route of the API, from the contract's registry: its loop over endpoints, and each mutation's single call. */
export function apiRoutes(handlers: HandlersFor<EndpointName>, single: Single): Route[] {
  const routes: Route[] = []
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const e = endpoints[name] as unknown as Endpoint
    const handle = handlers[name] as (call: Call, input: unknown) => Promise<Answer<unknown>>
    routes.push({
      path: e.path, methods: e.also ? [e.method, e.also] : [e.method], access: e.access,
      answer: (call, request) => withInput(request, e.input, (input) => handle(call, input)),
    })
  }
  for (const name of Object.keys(mutations) as MutationName[]) {
    const m = mutations[name] as unknown as Mutation
    routes.push({
      path: m.path, methods: ['POST'], access: 'session',
      answer: (call, request) => withInput(request, m.payload, async (payload) => {
        const verdict = await single(call, name, payload, request.headers.get('Idempotency-Key'))
        if (verdict.kind === 'accepted') return { kind: 'accepted', data: { rows: verdict.rows } }
        return verdict.kind === 'busy' ? { kind: 'busy', retryAfter: 1000 } : { kind: 'refused', refusal: verdict.refusal }
      }),
    })
  }
  return routes
}

async function withInput(request: Request, schema: Endpoint['input'], answer: (input: unknown) => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const read = await readInput(request)
  if (!read.ok) return refused(read.reason)
  const parsed = schema.safeParse(read.value)
  if (!parsed.success) return refused('invalid', { path: parsed.error.issues[0]?.path.join('.') ?? '' })
  return answer(parsed.data)
}
