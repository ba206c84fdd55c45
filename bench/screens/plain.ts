import type { Page } from 'playwright-core'

/** The cards that stand on a page, so many times that there are `cards` of them, as a document without any script. */
export const plainPage = (page: Page, cards: number): Promise<string> =>
  page.evaluate((wanted) => {
    const style = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
      .join('\n')
    const shown = [...document.querySelectorAll('main article')]
    // A picture appears once it has been loaded; those out of sight have not been.
    const loaded = [...document.querySelectorAll('main article img')].find(
      (image) => (image as HTMLImageElement).complete,
    )
    for (const image of document.querySelectorAll('main article img')) image.className = loaded?.className ?? ''
    const items = shown.map((card) => card.outerHTML)
    const all = Array.from({ length: wanted }, (_, i) => `<li>${items[i % items.length]}</li>`).join('')
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Plain</title><style>${style}
.plain { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; list-style: none; margin: 0; padding: 8px }</style>
<body><main><ul class="plain">${all}</ul></main></body></html>`
  }, cards)
