import type { Texts } from '#contract/text/locales.ts'
import type { Random } from './random.ts'
import type { SeedItem } from './read-texts.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

// An Arabic phrase that begins with a preposition follows its noun without a comma; "bunch" only begins like one.
const follows = /^(?!باقة)(من|ب|مع|ل|في|بعد)/

/** The title of an item in one of its editions. */
export function titleOf(noun: Texts, edition: Texts): Texts {
  return {
    en: `${capital(noun.en!)}, ${edition.en}`,
    zh: `${noun.zh} ${edition.zh}`,
    ar: `${noun.ar}${follows.test(edition.ar!) ? ' ' : '، '}${edition.ar}`,
  }
}

const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)

function fill(sentence: Texts, noun: Texts, edition: Texts, pieces: number): Texts {
  return Object.fromEntries(
    Object.entries(sentence).map(([language, text]) => {
      const name = noun[language]!
      return [
        language,
        filled(text, {
          thing: name,
          Thing: capital(name),
          edition: edition[language]!,
          title: titleOf(noun, edition)[language]!,
          pieces: String(pieces),
        }),
      ]
    }),
  )
}

/**
 * A description: how it opens, two or three things worth knowing, how it is packed; the same sentences in every
 * language.
 */
export function describe(
  random: Random,
  sentences: Map<string, Texts[]>,
  about: readonly Texts[],
  item: SeedItem,
  edition: Texts,
  pieces: number,
): Texts {
  const chosen = [
    random.pick(sentences.get('open')!),
    ...random.some(about, random.whole(2, 3)),
    random.pick(sentences.get('pack')!),
  ]
  const parts = chosen.map((sentence) => fill(sentence, item.name, edition, pieces))
  const joined = (language: string, between: string): string => parts.map((part) => part[language]!).join(between)
  return { en: joined('en', ' '), zh: joined('zh', ''), ar: joined('ar', ' ') }
}

/** The saving that a product's description mentions (whole dollars; the sample of the specification, §3). */
export const SAVING = 15

/** A description with what is saved by taking so many pieces at once. */
export const withSaving = (description: Texts, pieces: number): Texts => ({
  en: `${description.en} Take ${pieces} at once: Save $${SAVING}.`,
  zh: `${description.zh}一次购买${pieces}件，立省${SAVING}美元。`,
  ar: `${description.ar} خذ ${pieces} دفعة واحدة ووفّر ${SAVING} دولارًا.`,
})
