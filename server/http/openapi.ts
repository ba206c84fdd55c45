import type * as z from 'zod/mini'
import { toJSONSchema } from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Mutation } from '#contract/wire/mutation.ts'
import { mutations } from '#contract/mutations.ts'
import { rolesOf, type Guard } from '#contract/wire/callers.ts'
import { escaped } from '../texts/escaped.ts'

/** A schema as JSON Schema; what that cannot say (a transformation) is said as far as it can. */
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _dialect, ...json } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return json
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const header = (name: string, required: boolean, description: string): object => ({
  ...{ name, in: 'header', required, description },
  schema: { type: 'string' },
})
const KEY = header(
  'Idempotency-Key',
  true,
  'incarnation:seq of the intent: asked again it is answered, not done again.',
)
const STORE = header('Store', true, 'The uid of the store for which a member acts.')

interface Takes {
  input: z.ZodMiniType
  headers?: readonly object[]
  /** The field that may come as a part of multipart form data. */
  part?: string | undefined
}

/** The request body of a call. */
function bodyOf(takes: object, part: string | undefined): object {
  const form = { type: 'object', required: [part], properties: { [part ?? '']: { type: 'string', format: 'binary' } } }
  return {
    required: true,
    content: {
      'application/json': { schema: takes },
      ...(part !== undefined && { 'multipart/form-data': { schema: form } }),
    },
  }
}

/** One call: its guard is said in words, because OpenAPI's own security knows no rights. */
function operation(
  name: string,
  method: string,
  { input, headers = [], part }: Takes,
  output: object,
  guard: Guard,
): object {
  const takes = schemaOf(input, 'input')
  const parameters = Object.entries((takes['properties'] as Record<string, object> | undefined) ?? {}).map(
    ([field, schema]) => ({
      name: field,
      in: 'query',
      required: ((takes['required'] as string[] | undefined) ?? []).includes(field),
      schema,
    }),
  )
  const open = guard.access === 'anyone' || guard.access === 'optional'
  return {
    operationId: `${name}.${method.toLowerCase()}`,
    tags: [name.split('.')[0]],
    description: `Who may: ${rolesOf(guard).join(', ')}${guard.right ? ` with the right “${guard.right}”` : ''}.`,
    ...(method === 'GET' ? { parameters } : { parameters: headers, requestBody: bodyOf(takes, part) }),
    responses: {
      200: {
        description: 'The answer in its envelope; code 1 is success.',
        content: {
          'application/json': { schema: { allOf: [ref('Envelope'), { properties: { data: output } }] } },
        },
      },
      default: { description: 'Refused.', content: { 'application/json': { schema: ref('Refused') } } },
    },
    security: open ? [] : [{ token: [] }],
  }
}

/** Every call of the contract as an OpenAPI 3.1 document, of a market by its name and version. */
export function openApi(market: string, version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  const add = (path: string, method: string, one: object): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: one }
  }
  for (const [name, e] of Object.entries(endpoints as unknown as Record<string, Endpoint>)) {
    const guard: Guard = { access: e.access, ...(e.right && { right: e.right }) }
    for (const method of e.also ? [e.method, e.also] : [e.method])
      add(
        e.path,
        method,
        operation(name, method, { input: e.input, part: e.multipart }, schemaOf(e.output, 'output'), guard),
      )
  }
  for (const [name, m] of Object.entries(mutations as unknown as Record<string, Mutation>)) {
    const guard: Guard = { ...(m.world && { world: m.world }), ...(m.only && { only: m.only }) }
    const rows = { type: 'object', properties: { rows: { type: 'array', items: { type: 'object' } } } }
    const headers = m.world === 'store' ? [KEY, STORE] : [KEY]
    add(m.path, 'POST', operation(name, 'POST', { input: m.payload, headers }, rows, guard))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: market,
      version,
      description:
        'Made from the contract. Each answer is an envelope {code, msg, data}; msg is in the language asked for.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['code', 'msg', 'data'],
          properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: {} },
        },
        Refused: {
          allOf: [
            ref('Envelope'),
            {
              properties: {
                data: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } },
              },
            },
          ],
        },
      },
    },
  }
}

/** The same as a page to read: no script, no style, so that no policy keeps it from anybody. */
export function openApiPage(document: object): string {
  const { info, paths } = document as {
    info: { title: string }
    paths: Record<string, Record<string, { operationId: string; description: string }>>
  }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method, one })),
  )
  const rows = calls.map(({ path, method, one }) => {
    const id = escaped(one.operationId)
    const detail = escaped(JSON.stringify(one, null, 2))
    return `<section id="${id}"><h2>${method.toUpperCase()} ${escaped(path)}</h2><p>${escaped(one.description)}</p>
<details><summary>${id}</summary><pre>${detail}</pre></details></section>`
  })
  const title = `${escaped(info.title)}: the API`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title></head><body><h1>${title}</h1>
<p><a href="/api/openapi.json">openapi.json</a></p>${rows.join('\n')}</body></html>`
}
