/** Entities that shop texts really hold; all others by number. */
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  reg: '®',
  copy: '©',
  trade: '™',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
  times: '×',
  divide: '÷',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  laquo: '«',
  raquo: '»',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  szlig: 'ß',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  ccedil: 'ç',
  ntilde: 'ñ',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  aring: 'å',
  oslash: 'ø',
  aelig: 'æ',
  Eacute: 'É',
  ldquor: '„',
  rarr: '→',
  larr: '←',
  le: '≤',
  ge: '≥',
  ne: '≠',
  alpha: 'α',
  beta: 'β',
  omega: 'ω',
  Omega: 'Ω',
  infin: '∞',
}

/** No text of ours is nearly as long; what is beyond is not looked at, so that a hostile one costs little. */
const READ_MAX = 20_000

function decodeEntity(entity: string, body: string): string {
  if (!body.startsWith('#')) return Object.hasOwn(named, body) ? named[body]! : entity
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** Control characters, invisible marks and directions that no text of ours may hold. */
/* oxlint-disable no-control-regex -- control characters are what is meant */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g
/* oxlint-enable no-control-regex */

/**
 * Shop text as plain text: no tags, no entities, no control or direction-override characters, no broken
 * surrogates, at most one blank line in a row. What was wrongly decoded before it came here stays as it is.
 */
export function plainText(text: string, options: { lines: boolean }): string {
  const bare = text
    .slice(0, READ_MAX)
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|tr|h[1-6]|ul|ol|table)\s*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/&(#x?[0-9a-f]{1,7}|[a-z][a-z0-9]{1,9});/gi, decodeEntity)
    .toWellFormed()
    .replace(INVISIBLE, (c) => (c === '\u2028' || c === '\u2029' ? '\n' : ''))
    .replace(/\r\n?/g, '\n')
  if (!options.lines) return bare.replace(/\s+/g, ' ').trim()
  return bare
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * A text no longer than so many characters; what is cut is cut between words where it can be, and an ellipsis says so.
 */
export function cutText(text: string, max: number): string {
  const chars = [...text]
  if (chars.length <= max) return text
  const cut = chars.slice(0, max - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > max * 0.7 ? cut.slice(0, space) : cut).trimEnd()}…`
}
