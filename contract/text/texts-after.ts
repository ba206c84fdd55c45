import type { Texts } from './locales.ts'

/** Texts with those of some languages changed; '' takes a language away. */
export const textsAfter = (before: Texts, change: Texts | undefined): Texts =>
  change ? Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, text]) => text !== '')) : before
