import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import { openApi, openApiPage } from './openapi.ts'

/**
 * The API reference, for programs (/api/openapi.json) and for people (/api/openapi.html). It is made at the first
 * request, and again when the market's name has changed.
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
