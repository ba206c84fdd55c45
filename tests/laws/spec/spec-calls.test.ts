import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { siteEndpoints } from '#contract/site-endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import type { AnyEndpoint } from '#contract/registry.ts'

const ROOT = new URL('../../../', import.meta.url)
const REPORTS = new URL('.cache/reports/', ROOT)

// Specification §7, written out by hand: every call by its exact method and path, case included.
const specified = [
  'POST /api/user/login',
  'POST /api/user/loginsocial',
  'POST /api/user/register',
  'POST /api/user/profile',
  'POST /api/user/index',
  'POST /api/user/logout',
  'POST /api/user/change',
  'GET /api/ems/send',
  'GET /api/user/recharge_list',
  'GET /api/merchant/index',
  'POST /api/merchant/index',
  'POST /api/merchant/reg',
  'POST /api/index/index',
  'POST /api/index/pro',
  'POST /api/index/shop_info',
  'POST /api/index/upload',
  'POST /api/index/search_pro',
  'POST /api/index/search_shop',
  'POST /api/index/pro_info',
  'GET /api/Article/category',
  'GET /api/Article/detail',
  'POST /api/user/followers_list',
  'POST /api/user/followers',
  'POST /api/aera/addEdit',
  'POST /api/aera/index',
  'POST /api/aera/del',
  'POST /api/aera/readArea',
]

const calls = Object.values<AnyEndpoint>(endpoints).flatMap((e) =>
  [e.method, ...(e.also ? [e.also] : [])].map((method) => `${method} ${e.path}`),
)
/** How the app makes a call that it does not make by itself. */
const otherwise: Record<string, string> = {
  'user.index': 'in POST /api/user/profile, which says the same and more',
  'address.index': 'as rows of GET /api/sync/pull',
  'recharge.list': 'as rows of GET /api/sync/pull',
  'file.upload': 'in pieces that continue where they stopped, by POST /api/file/piece',
}

const working = [...calls, ...Object.values(mutations).map((m) => `POST ${m.path}`)]

describe('the calls of the specification (§7)', () => {
  it('exist by exact method and path', () => {
    expect(specified.filter((call) => !working.includes(call))).toEqual([])
  })

  it('are each made by the app: by itself, as an intent of sync/push, or as rows of sync/pull', async () => {
    const worker = globSync('worker/**/*.ts', { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(file, ROOT), 'utf8'))
      .join('\n')
    const how = (call: string): string | undefined => {
      const [method, path] = call.split(' ')
      const intent = Object.entries(mutations).find(([, m]) => m.path === path)
      if (intent) return `as the intent ${intent[0]} in POST /api/sync/push`
      const [name] = Object.entries<AnyEndpoint>(endpoints).find(
        ([, e]) => e.path === path && (e.method === method || e.also === method),
      )!
      return (
        otherwise[name] ??
        (worker.includes(`'${name}'`) || Object.hasOwn(siteEndpoints, name) ? `by itself (${name})` : undefined)
      )
    }
    const made = specified.map((call) => [call, how(call)] as const)
    const width = Math.max(...specified.map((call) => call.length))
    await mkdir(REPORTS, { recursive: true })
    await writeFile(new URL('calls.txt', REPORTS), made.map(([call, by]) => `${call.padEnd(width)}  ${by}`).join('\n'))
    expect(made.filter(([, by]) => by === undefined)).toEqual([])
  })

  it('are each declared once', () => {
    expect(working.filter((call, i) => working.indexOf(call) !== i)).toEqual([])
  })
})
