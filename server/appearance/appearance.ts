import { createHash } from 'node:crypto'
import type { DocumentAppearance } from '#contract/document.ts'
import { textIn, type LocaleCode, type Texts } from '#contract/text/locales.ts'
import { shadesOf, styleOf } from '#contract/appearance/shades.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { onCatalogueChange } from '../feed/listeners.ts'
import { fileNameIn, fileSrc } from '../files/claim-files.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { readSiteSettings, type SiteSetting } from '../market/settings.ts'
import { OWN_ICONS } from './head.ts'

// The market as its operator named and painted it. Read from the settings once, and again after every change of the
// catalogue: documents, shell, manifest and icons follow without a restart.

/** The market's name, description, colour and logo, and its currency. */
export interface Appearance extends Omit<DocumentAppearance, 'about'> {
  name: string
  /** The currency in which prices are shown until somebody chooses another. */
  currency: string
  /** By language; where it is empty, the app's own description is shown. */
  description: Texts
  /** #rrggbb; null: the app's own. */
  color: string | null
  logo: Picture | null
}

/** The market's own logo. */
export async function readLogo(db: Db | Tx): Promise<Picture | null> {
  const row = await db.selectFrom('market_logo').select(['name', 'tint']).executeTakeFirst()
  return row ? { src: fileSrc(row.name), tint: row.tint } : null
}

/** The appearance that settings and a logo make. */
export function appearanceOf(
  settings: Readonly<Record<SiteSetting, string>>,
  logo: Picture | null,
): Omit<Appearance, 'currency'> {
  const description = (settings.description === '' ? {} : JSON.parse(settings.description)) as Texts
  const [name, color] = [settings.web_name, settings.color || null]
  const shades = color === null ? undefined : shadesOf(color)
  return {
    ...{ name, description, color, logo },
    version: createHash('sha256')
      .update(JSON.stringify([name, description, color, logo?.src]))
      .digest('base64url')
      .slice(0, 12),
    style: styleOf(color, logo && logo.src),
    icons: logo ? `${OWN_ICONS}/${fileNameIn(logo.src)!}` : OWN_ICONS,
    bars: shades ? { light: shades.light.primary, dark: shades.dark.primary } : null,
  }
}

/** How the market looks now. */
export async function readAppearance(db: Db | Tx): Promise<Appearance> {
  const [settings, logo, currency] = await Promise.all([readSiteSettings(db), readLogo(db), readMarketCurrency(db)])
  return { ...appearanceOf(settings, logo), currency }
}

/** The market's own description in a language; null where it has none. */
const aboutIn = ({ description }: Appearance, language: LocaleCode): string | null =>
  Object.keys(description).length > 0 ? textIn(description, language) : null

/** The same as documents have it in a language. */
export function documentAppearance(of: Appearance, language: LocaleCode): DocumentAppearance {
  const { version, style, icons, bars } = of
  return { version, about: aboutIn(of, language), style, icons, bars }
}

/**
 * The market's appearance, kept in memory until something changes. Where it cannot be read it is as it was last, so
 * that a database that is away costs nobody the shell.
 */
export function createAppearance(db: Db, first: Appearance): () => Promise<Appearance> {
  let last = first
  let reading: Promise<Appearance> | undefined = Promise.resolve(first)
  onCatalogueChange(db, () => {
    reading = undefined
  })
  const read = async (): Promise<Appearance> => {
    try {
      last = await readAppearance(db)
    } catch (error) {
      console.error('The market’s appearance could not be read:', error)
      reading = undefined
    }
    return last
  }
  return () => (reading ??= read())
}
