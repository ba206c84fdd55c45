import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { APPEARANCE } from '#contract/appearance/header.ts'
import {
  DATA_ID,
  DOCUMENT_CURRENCY,
  type DocumentRenderer,
  type DocumentSource,
  type RenderedDocument,
} from '#contract/document.ts'
import { appearanceElements, dressHead } from '../appearance/head.ts'
import { policyWith, styleHash } from '../http/page/headers.ts'
import type { MadePage } from '../http/page/cache.ts'
import type { DocumentBuild } from './build.ts'
import type { Beginning, DocumentOf, RenderOrder } from './wire.ts'

/** A document is compressed once for each time that it is rendered: well, and in a few milliseconds. */
const QUALITY = 5

function htmlOf(
  build: DocumentBuild,
  page: RenderedDocument,
  { language, appearance }: DocumentOf,
  sheets: DocumentBuild['sheets'],
): string {
  const own = build.files[page.screen]
  const scripts = [...(own?.scripts ?? []), ...(own?.texts[language] ?? [])]
  const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`)
  const data = page.data === undefined ? '' : `<script type="application/json" id="${DATA_ID}">${page.data}</script>`
  return [
    `<!doctype html><html lang="${language}" dir="${page.dir}"><head>${dressHead(build.head, appearance)}${page.head}`,
    ...sheets.map((sheet) => `<style>${sheet.text}</style>${sheet.link}`),
    appearanceElements(appearance),
    `</head><body>${page.note}<div id="root">${page.root}</div>${data}${build.scripts}${preloads.join('')}</body></html>`,
  ].join('')
}

function packed(html: string, encoding: RenderOrder['encoding']): Buffer {
  if (encoding === 'br') return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
  return encoding === 'gzip' ? gzipSync(html, { level: QUALITY }) : Buffer.from(html)
}

/**
 * Makes a document as it goes out.
 *
 * @throws what a screen throws, and when rendering alone takes more than `patience` (ms of processor time)
 */
export async function makeDocument(
  renderer: DocumentRenderer,
  { build, origin }: Beginning,
  { of, encoding }: RenderOrder,
  source: DocumentSource,
  patience: number,
): Promise<Exclude<MadePage, string>> {
  const page = await renderer.renderDocument({ ...of, origin, build: build.script }, source, patience)
  const sheets = build.sheets.filter((sheet) => sheet.classes === undefined || sheet.classes.test(page.root))
  const { style, version } = of.appearance
  const hashes = [...sheets.map((sheet) => sheet.hash), ...(style === '' ? [] : [styleHash(style)])]
  return {
    // Bytes of its own: small ones are cut from a buffer that is shared.
    body: new Uint8Array(packed(htmlOf(build, page, of, sheets), encoding)),
    status: page.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': of.language,
      [DOCUMENT_CURRENCY]: of.currency,
      [APPEARANCE]: version,
      'Content-Security-Policy': policyWith(hashes),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    },
  }
}
