import { locales, type Texts } from '#contract/text/locales.ts'
import { COLOR, CONTRAST_LEAST, contrastOnPage } from '#contract/appearance/shades.ts'

/** The settings of the market's appearance that are texts. */
export const appearanceSettings = ['web_name', 'color', 'description'] as const
export type AppearanceSettings = Record<(typeof appearanceSettings)[number], string>

/** The appearance as it is typed. */
export interface AppearanceDraft {
  name: string
  color: string
  description: Texts
  /** A picture's file, null for none; undefined while nothing was chosen. */
  logo: File | null | undefined
}

const textsIn = (json: string): Texts => (json === '' ? {} : (JSON.parse(json) as Texts))

export const appearanceDraftOf = ({ web_name: name, color, description }: AppearanceSettings): AppearanceDraft => ({
  ...{ name, color },
  description: textsIn(description),
  logo: undefined,
})

/** Texts as a setting holds them, in the order of the languages. */
function jsonOf(texts: Texts): string {
  const written = locales.flatMap(({ code }) => {
    const text = texts[code]?.replace(/\s+/g, ' ').trim()
    return text ? [[code, text] as const] : []
  })
  return written.length > 0 ? JSON.stringify(Object.fromEntries(written)) : ''
}

/** The settings to change, in the order of the form. */
export function changesOf(
  { name, color, description }: AppearanceDraft,
  before: AppearanceSettings,
): { name: string; value: string }[] {
  const after = { web_name: name.trim(), color: color.trim().toLowerCase(), description: jsonOf(description) }
  const now = { ...before, description: jsonOf(textsIn(before.description)) }
  return appearanceSettings.flatMap((one) => (after[one] === now[one] ? [] : [{ name: one, value: after[one] }]))
}

/** A typed colour: none, no colour at all, or its contrast on a page (rounded down) and whether that is enough. */
export function judgeColor(typed: string): 'none' | 'wrong' | { color: string; ratio: number; enough: boolean } {
  const color = typed.trim().toLowerCase()
  if (color === '') return 'none'
  if (!COLOR.test(color)) return 'wrong'
  const ratio = contrastOnPage(color)
  return { color, ratio: Math.floor(ratio * 10) / 10, enough: ratio >= CONTRAST_LEAST }
}
