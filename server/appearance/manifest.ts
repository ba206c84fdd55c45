import { readFileSync } from 'node:fs'
import { locales, type LocaleCode } from '#contract/text/locales.ts'
import { text } from '../texts/texts.ts'
import { documentAppearance, type Appearance } from './appearance.ts'
import { OWN_ICONS } from './head.ts'

/** The app's own manifest, from which a market's is made. */
interface Manifest extends Record<string, unknown> {
  theme_color: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { url: string; icons: { src: string; sizes: string }[] }[]
}

const own = JSON.parse(readFileSync(new URL('../../public/manifest.webmanifest', import.meta.url), 'utf8')) as Manifest

const shortcutNames: Readonly<Record<string, 'titles.cart' | 'titles.collect'>> = {
  '/shop': 'titles.cart',
  '/collect': 'titles.collect',
}

/** The web app manifest of a market in a language. */
export function manifestOf(appearance: Appearance, language: LocaleCode): object {
  const { name, color, logo, icons } = appearance
  const { about } = documentAppearance(appearance, language)
  // The app's own logo is a drawing, too; a market's is a picture alone.
  const shown = own.icons.filter(({ type }) => !logo || type === 'image/png')
  const at = (src: string): string => (src.startsWith(`${OWN_ICONS}/`) ? icons + src.slice(OWN_ICONS.length) : src)
  return {
    ...own,
    ...{ name, short_name: name, lang: language },
    dir: locales.find(({ code }) => code === language)!.dir,
    description: about ?? text(language, 'document.description'),
    theme_color: color ?? own.theme_color,
    icons: shown.map((icon) => ({ ...icon, src: at(icon.src) })),
    shortcuts: own.shortcuts.map((shortcut) => ({
      ...shortcut,
      name: text(language, shortcutNames[shortcut.url]!),
      icons: shortcut.icons.map((icon) => ({ ...icon, src: at(icon.src) })),
    })),
  }
}
