import { gzipSync } from 'node:zlib'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Mutation } from '#contract/wire/mutation.ts'
import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import type { Random } from '#server/seed/random.ts'
import type { Maker } from './from-schema.ts'
import { collectedDocuments, collectedTexts } from './collected.ts'
import { hostileBodies, hostileHeaders, hostilePaths, withRaw } from './hostile.ts'
import { hostileTexts } from './hostile-texts.ts'

/** One request, in a form that can be printed and sent again. */
export interface FuzzRequest {
  /** The name of the call in the registry, or a description of another request. */
  name: string
  method: string
  path: string
  headers: [string, string][]
  body: string | Uint8Array | undefined
  /** Whether it carries a token that may end by it. */
  expendable: boolean
}

/** Inputs that mean something, for calls that chance would hardly ever get right. */
export type Templates = Partial<Record<string, (random: Random, maker: Maker) => unknown>>

/** Every call of the registry: its name, its methods, its path and the schema of its input. */
const calls = [
  ...Object.entries(endpoints as unknown as Record<string, Endpoint>).map(([name, e]) => ({
    name,
    methods: e.also ? [e.method, e.also] : [e.method],
    path: e.path as string,
    schema: e.input,
  })),
  ...Object.entries(mutations as unknown as Record<string, Mutation>).map(([name, m]) => ({
    name,
    methods: ['POST'],
    path: m.path as string,
    schema: m.payload,
  })),
]
/** The calls that may end a token, or delete its person. */
const ends: ReadonlySet<string> = new Set(['user.logout', 'user.change', 'user.delete'])
const bomb = gzipSync(Buffer.alloc(30_000_000, 0x20))
const doubleBomb = gzipSync(gzipSync(Buffer.alloc(30_000_000, 0x30)))

/** Whether a header can carry a value over HTTP at all. */
const sendable = (value: string): boolean => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)
const headerTexts = [...hostileTexts, ...collectedTexts].filter((t) => sendable(t) && t.length < 3000)

/**
 * Returns a maker of the `at`th request. Calls take turns, so that each gets as many requests as the others, however
 * many calls there are. `bodies` are further bodies that are no input; `tokens` gives live tokens: the actor's, and one
 * that may be lost.
 */
export function createRequests(
  at: number,
  random: Random,
  maker: Maker,
  templates: Templates,
  tokens: () => { actor: string; expendable: string },
  bodies: readonly Uint8Array[],
): () => FuzzRequest {
  const given = [...collectedDocuments, ...bodies]
  const noInput = (): string | Uint8Array => (random.chance(0.5) ? random.pick(hostileBodies) : random.pick(given))
  const inputFor = (name: string, schema: Endpoint['input']): unknown => {
    const template = templates[name]
    const mode = random.next()
    if (template && mode < 0.35) return template(random, maker)
    if (mode < 0.55) return maker.fitting(schema)
    return mode < 0.9 ? maker.nearly(schema) : maker.anything()
  }
  const tokenFor = (expendable: boolean): string | undefined => {
    const kind = random.next()
    if (kind < 0.86) return tokens()[expendable ? 'expendable' : 'actor']
    if (kind < 0.92) return undefined
    return random.chance(0.5) ? 'A'.repeat(43) : random.pick(headerTexts)
  }
  const packed = (text: string | Uint8Array, headers: [string, string][]): string | Uint8Array => {
    const how = random.next()
    if (how < 0.8) return text
    headers.push(['Content-Encoding', 'gzip'])
    const bytes = gzipSync(text)
    if (how < 0.93) return bytes
    if (how < 0.95) return bytes.subarray(0, random.whole(0, bytes.length))
    if (how < 0.96) return random.chance(0.5) ? bomb : doubleBomb
    if (how < 0.98) return Buffer.concat([bytes, bytes])
    return bytes.map((b) => (random.chance(0.02) ? b ^ (1 << random.whole(0, 7)) : b))
  }
  const decorate = (headers: [string, string][], token: string | undefined): void => {
    if (token !== undefined) headers.push(['token', token])
    for (let n = random.chance(0.25) ? random.whole(1, 3) : 0; n > 0; n--)
      headers.push([...random.pick(hostileHeaders)])
  }

  const fromRegistry = (): FuzzRequest => {
    const call = calls[at % calls.length]!
    const method = random.pick(call.methods)
    const expendable = ends.has(call.name)
    const headers: [string, string][] = []
    const request = { name: call.name, method, path: call.path, headers, expendable }
    decorate(headers, tokenFor(expendable))
    if (method === 'GET') {
      const input = inputFor(call.name, call.schema)
      const query = new URLSearchParams(
        typeof input === 'object' && input !== null
          ? Object.entries(input).map(([k, v]) => [
              k.toWellFormed(),
              (typeof v === 'string' ? v : (JSON.stringify(v) ?? '')).toWellFormed().slice(0, 3000),
            ])
          : [],
      )
      return { ...request, path: `${call.path}?${query.toString()}`, body: undefined }
    }
    const text = random.chance(0.08) ? noInput() : withRaw(JSON.stringify(inputFor(call.name, call.schema)) ?? '')
    return { ...request, body: packed(text, headers) }
  }
  const astray = (): FuzzRequest => {
    const headers: [string, string][] = []
    const known = random.chance(0.4)
    const method = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'get', 'X'])
    decorate(headers, tokenFor(true))
    const path = known ? random.pick(calls).path : random.pick(hostilePaths)
    return {
      name: known ? 'a wrong method' : 'a strange path',
      method,
      path,
      headers,
      body: /^(GET|HEAD)$/i.test(method) ? undefined : noInput(),
      expendable: true,
    }
  }
  return () => (random.chance(0.93) ? fromRegistry() : astray())
}
