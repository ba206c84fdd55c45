// Line sheets: products of a store as a page for buyers, and the private links to such pages.

/** The largest number of private links that a store has at a time, ended ones included. */
export const SHEETS_MAX = 20
export const SHEET_TITLE_MAX = 100
/** The latest end that a link may have (Unix ms). */
export const SHEET_UNTIL_MAX = 4_102_444_800_000
/** The last part of a private link: 144 random bits, in base64url. */
export const SHEET_ID_BYTES = 18
export const SHEET_ID = /^[A-Za-z0-9_-]{24}$/
/** The largest number of facts of each product on a line sheet. */
export const SHEET_FACTS_MAX = 6

/** The id of a private link, of random bytes. */
export function sheetIdOf(bytes: Uint8Array): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  let id = ''
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    const three = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
    for (const shift of [18, 12, 6, 0]) id += letters[(three >> shift) & 63]
  }
  return id
}

/** Whether a link has ended; `now` in Unix ms. */
export const sheetEnded = ({ until }: { until: number | null }, now: number): boolean => until !== null && until <= now
