import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { openBrowser } from '../../tests/support/browsers/browser.ts'
import type { Tree } from './page.ts'
import type { Front } from './front.ts'
import { probe } from './probe.ts'

// The documents that the market is measured against. Both are made from its own home screen as a browser shows it:
//
//   floor         the document with its style in it, and its pictures; no script
//   React alone   an empty document with its style; React renders the same elements from data in the document

const PAGE = fileURLToPath(new URL('./page.ts', import.meta.url))

/** Where the front has the reference documents. */
export const FLOOR = '/floor'
export const REACT = '/react'

/** The home screen as a browser shows it. */
interface Home {
  lang: string
  style: string
  body: Tree
  html: string
}

/** Reads the document: its style, and its body as HTML and as a tree. */
function readHome(): Home {
  for (const script of document.querySelectorAll('script, noscript')) script.remove()
  // A picture appears once it has been loaded; those out of sight have not been.
  const images = [...document.querySelectorAll('img')]
  const loaded = images.find((image) => image.complete && image.naturalWidth > 0)
  if (!loaded) throw new Error('no picture was loaded')
  for (const image of images) image.className = loaded.className
  for (const marked of document.querySelectorAll('[elementtiming]')) marked.removeAttribute('elementtiming')
  const tree = (element: Element): Tree => [
    element.localName,
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    [...element.childNodes].flatMap((child): Tree[2] =>
      child instanceof Element ? [tree(child)] : child instanceof Text ? [child.data] : [],
    ),
  ]
  return {
    lang: document.documentElement.lang,
    style: [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'),
    body: tree(document.body),
    html: document.body.innerHTML,
  }
}

/** Makes the reference documents from the market's home screen and has the front answer with them. */
export async function giveReferences(front: Front): Promise<void> {
  const browser = await openBrowser({}, front.browserArgs)
  let home: Home
  try {
    const page = browser.page()
    await page.addInitScript(probe)
    front.link.begin({ bits: 1e9, rtt: 0 })
    await page.goto(front.url)
    await page.waitForFunction(() => window.seen().picture !== undefined)
    await front.link.quietFor(1_000)
    home = await page.evaluate(readHome)
  } finally {
    await browser.dispose()
  }
  const document = (head: string, body: string): string =>
    `<!doctype html><html lang="${home.lang}"><head><meta charset="utf-8"><title>Caravan</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${home.style}</style>${head}</head>` +
    `<body>${body}</body></html>`
  front.give(FLOOR, { type: 'text/html', body: document('', home.html) })

  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', modulePreload: { polyfill: false }, rolldownOptions: { input: PAGE } },
  })) as Rolldown.RolldownOutput
  const [script] = output
  const address = `/${script.fileName}`
  // No text of the data may end its block.
  const data = JSON.stringify(home.body).replaceAll('<', '\\u003c')
  front.give(address, { type: 'text/javascript', body: script.code })
  front.give(REACT, {
    type: 'text/html',
    body: document(
      `<script type="module" src="${address}"></script>`,
      `<div id="root"></div><script type="application/json" id="home">${data}</script>`,
    ),
  })
}
