import { fallbackLocale, type LocaleCode } from '#contract/text/locales.ts'
import { text, type TextKey } from './texts.ts'

type CannotKey = Extract<TextKey, `cannot.${string}`>

/** Why something of the operator's cannot be done: in English for whoever commands, in their language for a screen. */
export class Cannot extends Error {
  override name = 'Cannot'
  readonly #key: CannotKey
  readonly #values: Readonly<Record<string, string | number>>

  constructor(key: CannotKey, values: Readonly<Record<string, string | number>> = {}) {
    super(text(fallbackLocale, key, values))
    this.#key = key
    this.#values = values
  }

  in(language: LocaleCode): string {
    return text(language, this.#key, this.#values)
  }
}
