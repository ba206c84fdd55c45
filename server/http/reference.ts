import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import { openApi, openApiPage } from './openapi.ts'

/**
 * What the API is, for programs and for people, at /api/openapi.json and /api/openapi.html. Made when first asked, and
 * again under another name of the market.
 */
export function mountReference(app: Hono, nameOf: () => Promise<string>): void {
  let made: { name: string; json: string; page: string } | undefined
  const reference = async (): Promise<{ json: string; page: string }> => {
    const name = await nameOf()
    if (made?.name === name) return made
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    const document = openApi(name, version)
    made = { name, json: JSON.stringify(document), page: openApiPage(document) }
    return made
  }
  const kept = { 'Cache-Control': 'public, max-age=300' }
  app.get('/api/openapi.json', async (c) =>
    c.body((await reference()).json, 200, { 'Content-Type': 'application/json; charset=utf-8', ...kept }),
  )
  app.get('/api/openapi.html', async (c) => c.html((await reference()).page, 200, kept))
}
