import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Db } from '../db/tables/tables.ts'
import { fileSrc } from '../files/claim-files.ts'
import { readPicture } from '../files/read-picture.ts'
import type { Bounds } from '../turns/bounds.ts'
import { languageAsked } from '../http/caller.ts'
import type { DressShell } from '../http/page/page.ts'
import { createAppearance, readAppearance, type Appearance } from './appearance.ts'
import { createIcons, isIconName } from './icons.ts'
import { manifestOf } from './manifest.ts'
import { dressShell } from './shell.ts'

/** The market's appearance, and what is served of it. */
export interface OpenAppearance {
  /** How the market looks now. */
  now(): Promise<Appearance>
  dress: DressShell
  /**
   * Serves /manifest.webmanifest in the language that is asked for, and the icons of the market's logo at
   * /icons/<name>/<icon>, where `name` is the logo's: another logo has other addresses, and none of them is asked for
   * again. The app's own icons are files of the page.
   */
  mount(app: Hono): void
}

/** Opens the appearance of the market over a database. */
export async function openAppearance(db: Db, bounds: Bounds): Promise<OpenAppearance> {
  const now = createAppearance(db, await readAppearance(db))
  return {
    now,
    dress: async (html, language) => dressShell(html, await now(), language),
    mount: (app) => mountAppearance(app, { db, now, bounds }),
  }
}

const etagOf = (body: string): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

function mountAppearance(
  app: Hono,
  { db, now, bounds }: Pick<OpenAppearance, 'now'> & { db: Db; bounds: Bounds },
): void {
  const icons = createIcons(bounds)
  app.get('/manifest.webmanifest', async (c) => {
    const body = JSON.stringify(manifestOf(await now(), languageAsked(c.req.raw)))
    const headers = {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Language',
      ETag: etagOf(body),
    }
    return c.req.header('If-None-Match') === headers.ETag ? c.body(null, 304, headers) : c.body(body, 200, headers)
  })
  const missing = (c: Context): Response => c.text('There is no such icon.', 404)
  app.get('/icons/:logo/:icon', async (c) => {
    const { logo, icon: name } = c.req.param()
    const src = fileSrc(logo)
    if (!isIconName(name) || (await now()).logo?.src !== src) return missing(c)
    const made = await icons.icon(logo, name, () => readPicture(db, src))
    if (!made) return missing(c)
    return c.body(new Uint8Array(made), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
}
