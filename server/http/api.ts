import { BODY_BYTES_MAX, type Endpoint } from '#contract/wire/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { mutationOf, mutations } from '#contract/mutations.ts'
import type { EndpointName, MutationName } from '#contract/registry.ts'
import { unstorableAt } from '../db/storable.ts'
import type { Verdict, Answer, Call, HandlersFor, NoneYet } from './handlers.ts'
import { refused } from './handlers.ts'
import { readInput } from './body.ts'

/** One call as the app offers it, endpoints and mutations alike. `input` is checked before `handle` is called. */
export interface ApiRoute {
  name: string
  path: string
  methods: readonly string[]
  access: Endpoint['access']
  /** The right that an operator needs for it. */
  right?: Endpoint['right']
  /** The answer is the same for everyone until the catalogue changes. */
  cacheable: boolean
  input: Endpoint['input']
  /** Most bytes of its body, once inflated. */
  bytesMax: number
  /** The part of form data that it takes as well. */
  multipart?: string | undefined
  /** `request` is absent where the server itself asks. */
  handle(call: Call, input: unknown, request?: Request): Promise<Answer<unknown> | NoneYet<unknown>>
}

/** Carries out a mutation outside a push: under an id that makes it happen once, or without. */
export type Single = (
  call: Call,
  name: MutationName,
  payload: unknown,
  by: { key: string | null; store: string | null },
) => Promise<Verdict | { kind: 'busy' }>

/** Every route of the API, from the contract's registry: its endpoints, and each mutation's single call. */
export function apiRoutes(handlers: HandlersFor<EndpointName>, single: Single): ApiRoute[] {
  const ofEndpoint = (name: EndpointName): ApiRoute => {
    const e = endpoints[name] as unknown as Endpoint
    return {
      name,
      path: e.path,
      methods: e.also ? [e.method, e.also] : [e.method],
      access: e.access,
      right: e.right,
      cacheable: e.cacheable ?? false,
      input: e.input,
      bytesMax: e.bytesMax ?? BODY_BYTES_MAX,
      multipart: e.multipart,
      handle: handlers[name] as ApiRoute['handle'],
    }
  }
  const ofMutation = (name: MutationName): ApiRoute => {
    const m = mutationOf(name)
    return {
      name,
      path: m.path,
      methods: ['POST'],
      access: 'session',
      cacheable: false,
      input: m.payload,
      bytesMax: m.bytesMax ?? BODY_BYTES_MAX,
      handle: async (call, payload, request) => {
        const verdict = await single(call, name, payload, {
          key: request?.headers.get('Idempotency-Key') ?? null,
          store: request?.headers.get('Store') ?? null,
        })
        if (verdict.kind === 'accepted') return { kind: 'accepted', data: { rows: verdict.rows } }
        return verdict.kind === 'busy'
          ? { kind: 'busy', retryAfter: 1000 }
          : { kind: 'refused', refusal: verdict.refusal }
      },
    }
  }
  return [
    ...(Object.keys(endpoints) as EndpointName[]).map(ofEndpoint),
    ...(Object.keys(mutations) as MutationName[]).map(ofMutation),
  ]
}

/** The input of a call, read and checked against its schema, with how many bytes it was. */
export async function checkedInput(
  route: ApiRoute,
  request: Request,
): Promise<{ ok: true; input: unknown; bytes: number } | { ok: false; answer: Answer<never> }> {
  const read = await readInput(request, route.bytesMax, route.multipart)
  if (!read.ok) return { ok: false, answer: refused(read.reason) }
  const parsed = route.input.safeParse(read.value)
  if (!parsed.success) return { ok: false, answer: misfit(parsed.error.issues[0]?.path ?? []) }
  // One intent of a push costs no other: each is asked by itself.
  const broken = route.name === 'sync.push' ? undefined : unstorableAt(parsed.data)
  if (broken) return { ok: false, answer: misfit(broken) }
  return { ok: true, input: parsed.data, bytes: read.bytes }
}

/** The refusal of what does not fit; a body that is no object at all has no field to name. */
const misfit = (path: readonly PropertyKey[]): ReturnType<typeof refused> =>
  path.length > 0 ? refused('invalid', { path: path.join('.') }) : refused('unreadable')
