import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { routes, turnBetween } from '../../../src/app/routes.ts'

// Specification §2, written out by hand: every route by its exact path.
const specified = [
  '/',
  '/product',
  '/mine',
  '/shop',
  '/category/{pid}',
  '/faqs',
  '/search',
  '/merchant',
  '/loan',
  '/lang',
  '/goods',
  '/login',
  '/register',
  '/setting',
  '/resetPwd',
  '/fundPassword',
  '/address',
  '/insertAddress',
  '/order',
  '/collect',
  '/collectShop',
  '/message',
  '/store/{id}',
  '/orderChecked',
  '/pay',
  '/withdraw',
  '/withdrawRecode',
  '/recharge',
  '/rechargeRecode',
  '/rechargeDetail',
  '/know',
  '/success',
  '/page/{ids}',
  '/article-detail/{id}',
  '/tiktok-flow',
]

/** Not built yet. A route that begins to work leaves this list in the same change; nothing is ever added to it. */
const missing: string[] = []

const table = fileURLToPath(new URL('../../../src/app/routes.ts', import.meta.url))
const paths = routes.map((route) => route.path.replace(/:(\w+)/g, '{$1}'))

describe('the routes of the specification (§2)', () => {
  it('exist by exact path, but for those named as missing', () => {
    expect(specified.filter((path) => !paths.includes(path))).toEqual(missing)
  })

  it('are each in the table once, with an ordering index of their own', () => {
    expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
    const indexes = routes.map((route) => route.index)
    expect(indexes.filter((index, i) => indexes.indexOf(index) !== i)).toEqual([])
  })

  it('slide left towards a lower index and right towards a higher one; on the same the history decides', () => {
    const byIndex = routes.toSorted((a, b) => a.index - b.index)
    for (const [i, to] of byIndex.entries()) {
      const from = byIndex[i - 1]
      if (!from) continue
      expect(turnBetween({ path: from.path, at: 9 }, { path: to.path, at: 1 }), to.path).toBe('forward')
      expect(turnBetween({ path: to.path, at: 1 }, { path: from.path, at: 9 }), from.path).toBe('back')
    }
    expect(turnBetween({ path: '/goods', at: 1 }, { path: '/goods', at: 2 })).toBe('forward')
    expect(turnBetween({ path: '/goods', at: 2 }, { path: '/goods', at: 1 })).toBe('back')
  })

  it('show the tab bar only on home, products, cart, mine and the screen of an article', () => {
    expect(
      routes
        .filter((route) => route.tabs)
        .map((route) => route.path)
        .sort(),
    ).toEqual(['/', '/article-detail/:id', '/mine', '/product', '/shop'])
  })

  it('each load their screen lazily from a file that exists', () => {
    const screens = [...readFileSync(table, 'utf8').matchAll(/import\('([^']+)'\)/g)].map((m) =>
      fileURLToPath(new URL(m[1]!, `file://${table}`)),
    )
    expect(screens.length).toBeGreaterThanOrEqual(routes.length)
    expect(screens.filter((file) => !existsSync(file))).toEqual([])
    expect(screens.filter((file) => !/-(screen|guest)\.tsx$/.test(file))).toEqual([])
  })
})
