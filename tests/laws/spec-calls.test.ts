import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/registry.ts'
import type { AnyEndpoint } from '#contract/registry.ts'

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

/** Not built yet. A call that begins to work leaves this list in the same change; nothing is ever added to it. */
const missing = [
  'POST /api/user/loginsocial',
  'GET /api/user/recharge_list',
  'GET /api/merchant/index',
  'POST /api/merchant/index',
  'POST /api/merchant/reg',
]

const calls = Object.values<AnyEndpoint>(endpoints).flatMap((e) =>
  [e.method, ...(e.also ? [e.also] : [])].map((method) => `${method} ${e.path}`),
)
const working = [...calls, ...Object.values(mutations).map((m) => `POST ${m.path}`)]

describe('the calls of the specification (§7)', () => {
  it('exist by exact method and path, but for those named as missing', () => {
    expect(specified.filter((call) => !working.includes(call))).toEqual(missing)
  })

  it('are each declared once', () => {
    expect(working.filter((call, i) => working.indexOf(call) !== i)).toEqual([])
  })
})
