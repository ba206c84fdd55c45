import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { namesQuery, searchHistory } from '#localdb/queries/search/search.ts'
import { links } from '../../links/links.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { useLive } from '../../data/use-live.ts'
import { cleanText } from '#contract/search/clean-text.ts'
import { matching, plain } from '../../ui/controls/matching.ts'
import type { Suggestion } from './suggestion.ts'

const [HISTORY, WORDS, PLACES] = [3, 6, 3]
/** The pause after a letter before the worker is asked (ms). */
const TYPING = 90

/**
 * Suggestions for the typed text: earlier searches, words of products, categories and stores on this device. Without a
 * text, the earlier searches.
 */
function useSuggestions(typed: string): Suggestion[] {
  const { i18n } = useTranslation()
  const text = cleanText(typed)
  const history = useLive(searchHistory, [], [])
  const names = useMemo(() => namesQuery(), [])
  const named = useLive(names, [names])
  const words = useAnswer('search.suggest', text ? { text } : undefined, TYPING)
  return useMemo(() => {
    const past = matching(history, (h) => h, text, text ? HISTORY : HISTORY + WORDS)
    if (!text) return past.map((h) => ({ kind: 'history', key: `history ${h}`, text: h }))
    const seen = new Set([plain(text), ...past.map(plain)])
    // The words for the previous text stay until the next answer arrives, as far as they continue the typed text.
    const fresh = (words?.data.texts ?? [])
      .filter((w) => words!.for.text === text || plain(w).startsWith(plain(text)))
      .filter((w) => !seen.has(plain(w)) && seen.add(plain(w)))
    const name = (c: { name: Record<string, string> }): string => textIn(c.name, i18n.language)
    return [
      { kind: 'typed', key: 'typed', text } as const,
      ...past
        .filter((h) => plain(h) !== plain(text))
        .map((h) => ({ kind: 'history', key: `history ${h}`, text: h }) as const),
      ...fresh.slice(0, WORDS).map((w) => ({ kind: 'words', key: `words ${w}`, text: w }) as const),
      ...matching(named?.categories ?? [], name, text, PLACES).map(
        (c) => ({ kind: 'category', key: `category ${c.id}`, text: name(c), href: links.category(c.id) }) as const,
      ),
      ...matching(named?.stores ?? [], (s) => s.name, text, PLACES).map(
        (s) => ({ kind: 'store', key: `store ${s.id}`, text: s.name, href: links.store(s.id) }) as const,
      ),
    ]
  }, [text, history, named, words, i18n.language])
}

/** Finds suggestions for the typed text while it is on the page, and tells them. */
export function Suggesting({ typed, onFound }: { typed: string; onFound(suggestions: Suggestion[]): void }) {
  const found = useSuggestions(typed)
  useEffect(() => onFound(found), [found, onFound])
  return null
}
