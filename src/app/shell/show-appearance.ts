import { APPEARANCE_ID } from '#contract/appearance/header.ts'
import type { Site } from '#contract/site/schema.ts'
import type { SwMessage } from '#contract/sw-messages.ts'
import { controllerNow } from '../sw-client.ts'

// How the market looks stands in the document, or in the shell, that a page began with. Once the website settings say
// otherwise the page follows, and has the service worker keep it for the next start.

type Look = NonNullable<Site['appearance']>

/** The appearance that this page shows; undefined where nobody has said it, as while developing. */
let shown = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${APPEARANCE_ID}]`)?.content

/** Made by script: the content security policy allows what is not written in the document. */
let sheet: CSSStyleSheet | undefined

/** Whether a page shows the market as it looks in the settings. */
export const isAppearanceShown = ({ version }: Look): boolean => version === shown

/** Shows the market as it looks now, and has later starts begin so. */
export function showAppearance(look: Look): void {
  if (!isAppearanceShown(look)) {
    if (!sheet) {
      sheet = new CSSStyleSheet()
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    sheet.replaceSync(look.style)
    document.getElementById(APPEARANCE_ID)?.remove()
    shown = look.version
  }
  controllerNow()?.postMessage({ type: 'KEEP_APPEARANCE', version: look.version } satisfies SwMessage)
}
