/** Most groups that an address names. */
const IDS_MAX = 20

/** The groups that an address names, each once; what is no id is left out, and of nothing else 0 is left. */
export function groupIdsIn(text: string | null | undefined): number[] {
  const ids = (text ?? '').split(',').flatMap((part) => (/^[1-9]\d{0,8}$/.test(part) ? [Number(part)] : []))
  return ids.length > 0 ? [...new Set(ids)].slice(0, IDS_MAX) : [0]
}

export const readers = ['buyers', 'sellers'] as const

/** For whom an address shows the guide. */
export const readerIn = (search: string): (typeof readers)[number] =>
  new URLSearchParams(search).get('for') === 'sellers' ? 'sellers' : 'buyers'

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text holds every word that somebody looks for, whatever its case and its marks. */
export function holds(text: string, wanted: string): boolean {
  const within = plain(text)
  return plain(wanted)
    .split(/\s+/)
    .every((word) => within.includes(word))
}
