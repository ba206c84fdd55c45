import { readdirSync, readFileSync } from 'node:fs'
import type { LocaleCode } from '#contract/text/locales.ts'
import { textValues } from '#contract/text/filled-text.ts'
import { DOCUMENT_DAYS } from '#contract/merchants/rules.ts'
import { MESSAGES_DAYS } from '#contract/messages/rules.ts'
import { REPORT_WITHIN } from '#contract/reports/rules.ts'
import { RELEASE_AFTER } from '#contract/orders/stages.ts'
import { AUDIT_DAYS } from '../audit/audit.ts'
import { RETENTION_DAYS } from '../sync/retention.ts'
import { bodyText } from '../texts/body-text.ts'
import { parseArticle } from '../texts/parse-article.ts'

// Texts that come with the program: its rules in words, in every language. The demo market begins with all of them;
// a real one is offered those about its own rules, to read, change and publish. The numbers in them come from the code;
// the market's settings stay names, which are filled in when somebody reads (contract/text/filled-text.ts). A line
// that is true of the demo market alone begins with "[demo]".

const FOLDER = new URL('../seed/articles/', import.meta.url)
const DAY = 86_400_000

const values: Readonly<Record<string, number>> = {
  reportDays: REPORT_WITHIN / DAY,
  releaseDays: RELEASE_AFTER / DAY,
  talkDays: MESSAGES_DAYS,
  documentDays: DOCUMENT_DAYS,
  changeDays: RETENTION_DAYS,
  auditYears: Math.round(AUDIT_DAYS / 365),
}

const settings: readonly string[] = textValues

/** About the demo market itself, or in the name of whoever runs a market: nobody else can begin with it. */
const OWN = /^(about|modern-slavery|news-|recruitment)/

/** A text for the demo market or any other. @throws Error where it names an unknown number */
export function standingText(raw: string, demo: boolean): string {
  const lines = raw.split('\n').flatMap((line) => {
    if (!line.startsWith('[demo] ')) return [line]
    return demo ? [line.slice('[demo] '.length)] : []
  })
  return lines.join('\n').replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const value = values[name]
    if (value !== undefined) return String(value)
    if (settings.includes(name)) return place
    throw new Error(`There is no number called ${name}`)
  })
}

/** The files of all texts, each `<slug>.<language>.md`. */
export const standingFiles = (): string[] => readdirSync(FOLDER).sort()

/** A file's text. */
export const readStanding = (file: string, demo: boolean): string =>
  standingText(readFileSync(new URL(file, FOLDER), 'utf8'), demo)

/** A text to begin with. */
export interface FirstText {
  group: string
  sort: number
  title: string
  summary: string
  body: string
}

let parsed: ReadonlyMap<string, ReadonlyMap<string, FirstText>> | undefined

/** Every text that a market may begin with, by its slug and language. */
export function firstTexts(): ReadonlyMap<string, ReadonlyMap<string, FirstText>> {
  if (parsed) return parsed
  const found = new Map<string, Map<string, FirstText>>()
  for (const file of standingFiles()) {
    const [slug = '', language = ''] = file.split('.')
    if (OWN.test(slug)) continue
    const { group, sort, title, summary, blocks } = parseArticle(readStanding(file, false))
    const texts = found.get(slug) ?? new Map<string, FirstText>()
    found.set(slug, texts.set(language, { group, sort, title, summary, body: bodyText(blocks) }))
  }
  return (parsed = found)
}

/** The text to begin an article with in a language; undefined where there is none. */
export const firstTextOf = (slug: string, language: LocaleCode): FirstText | undefined =>
  firstTexts().get(slug)?.get(language)
