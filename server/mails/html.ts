import { shadesOf, type Shades } from '#contract/appearance/shades.ts'
import { escaped } from '../texts/escaped.ts'
import type { MailLink, Parts } from './parts.ts'

// Mail programs read little of HTML: tables of one cell carry the layout, and what must hold stands in `style`. In the
// dark most turn colours around by themselves; those that know the media query get colours of ours. Nothing is loaded
// from anywhere: no picture, no font, nothing that tells that a mail was opened.

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"
const darkOf = ({ indigo, onIndigo }: Shades): string => `@media (prefers-color-scheme: dark) {
.ground { background: #14161f !important; }
.card { background: #1e2130 !important; border-color: #363b52 !important; }
.ink { color: #eceef5 !important; }
.soft { color: #b3b8cc !important; }
.act { background: ${indigo} !important; color: ${onIndigo} !important; }
.link { color: ${indigo} !important; }
}`

/** A code alone in its paragraph is what the mail is for. */
const CODE = /^\d{6}$/

/** The styles of most paragraphs, of a code and of the card. */
const PARAGRAPH = 'margin:0 0 12px;color:#1c2033'
const BIG = 'margin:0 0 16px;font-size:28px;letter-spacing:4px;color:#1c2033'
const CARD = 'padding:24px 20px 12px;background:#ffffff;border:1px solid #dcd8ce;border-radius:8px'

const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>\n')

const linkOf = ({ label, href }: MailLink, color: string): string =>
  `<a class="link" href="${escaped(href)}" style="color:${color}">${escaped(label)}</a>`

const buttonOf = ({ label, href }: MailLink, color: string): string =>
  `<p style="margin:8px 0 20px"><a class="act" href="${escaped(href)}" style="display:inline-block;padding:12px 20px;` +
  `border-radius:8px;background:${color};color:#ffffff;text-decoration:none;font-weight:600">\n${escaped(label)}</a></p>`

/** A paragraph; an address of the market alone in it is a link, and no other: it may be somebody's words. */
function paragraphOf(
  { text, link }: Parts['paragraphs'][number],
  { home, color }: Pick<Parts, 'home' | 'color'>,
  only: boolean,
): string {
  if (CODE.test(text)) return `<p class="ink" dir="ltr" style="${BIG}">${text}</p>`
  const isLink = home !== undefined && text.startsWith(`${home}/`) && !/\s/.test(text)
  const words = isLink ? linkOf({ label: text, href: text }, color) : lines(text)
  const open = `<p class="ink" dir="auto" style="${PARAGRAPH}">`
  if (!link) return `${open}${words}</p>`
  // Of several things each is a link; the one thing that a mail tells has a button.
  return only ? `${open}${words}</p>\n${buttonOf(link, color)}` : `${open}${words}<br>\n${linkOf(link, color)}</p>`
}

/** The HTML of a mail: one column of at most 560 px, from right to left where its language is. */
export function htmlOf(parts: Parts): string {
  const { language, dir, subject, market, color, home, paragraphs, why, ways } = parts
  const only = paragraphs.filter(({ link }) => link !== undefined).length === 1
  const side = dir === 'rtl' ? 'right' : 'left'
  const foot = [
    home === undefined
      ? escaped(market)
      : `${escaped(market)} · ${linkOf({ label: home.replace(/^https?:\/\//, ''), href: home }, color)}`,
    ...(why === undefined ? [] : [escaped(why)]),
    ...ways.map((way) => linkOf(way, color)),
  ]
  const cell = `align="${side}" dir="${dir}"`
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
${darkOf(shadesOf(color).dark)}
</style>
</head>
<body class="ground" style="margin:0;background:#f5f3ee">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f3ee">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="soft" ${cell} style="padding:0 4px 12px;${FONT};font-size:16px;font-weight:600;color:#4d5266">
${escaped(market)}</td></tr>
<tr><td class="card" ${cell} style="${CARD};${FONT};font-size:16px;line-height:1.6">
${paragraphs.map((one) => paragraphOf(one, parts, only)).join('\n')}
</td></tr>
<tr><td class="soft" ${cell} style="padding:16px 4px;${FONT};font-size:14px;line-height:1.6;color:#4d5266">
${foot.join('<br>\n')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
