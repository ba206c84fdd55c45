import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import { openApi, openApiPage } from './openapi.ts'

/** What the API is, for programs and for people, at /api/openapi.json and /api/openapi.html. Made when first asked. */
export function mountReference(app: Hono): void {
  let made: { json: string; page: string } | undefined
  const reference = (): { json: string; page: string } => {
    if (made) return made
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    const document = openApi(version)
    return (made = { json: JSON.stringify(document), page: openApiPage(document) })
  }
  const kept = { 'Cache-Control': 'public, max-age=300' }
  app.get('/api/openapi.json', (c) =>
    c.body(reference().json, 200, { 'Content-Type': 'application/json; charset=utf-8', ...kept }),
  )
  app.get('/api/openapi.html', (c) => c.html(reference().page, 200, kept))
}
