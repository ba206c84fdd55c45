import type { Lack } from './known.ts'

// The features that are used although some browser of the baseline lacks them, each with the reason why nothing is
// lost. The key is a path in browser-compat-data, and stands for all that is below it. An exception that nothing uses
// any more has to go.

/** In style sheets: the browser leaves out the declaration or the rule. */
export const inStyles: Readonly<Record<string, string>> = {
  'css.at-rules.page': 'a paper is printed with the margins of the browser',
  'css.properties.contain-intrinsic-size': 'goes with content-visibility',
  'css.properties.content-visibility': 'orders that are out of sight are laid out, too',
  'css.properties.cursor': 'a telephone has no mouse',
  'css.properties.field-sizing': 'what is written in a talk scrolls within its lines',
  'css.properties.font-family.ui-monospace': 'monospace follows it',
  'css.properties.print-color-adjust': 'with its prefix it is known',
  'css.properties.resize': 'a telephone has no corner to drag',
  'css.properties.scrollbar-width': 'rows that scroll sideways show a bar',
  'css.properties.size': 'a paper is printed on the size that the printer has',
  'css.properties.text-decoration.dotted': 'the line is drawn through',
  'css.properties.text-wrap': 'lines break where they are full',
  'css.properties.view-transition-name': 'screens change without sliding (src/app/navigation.ts asks)',
  'css.selectors.-moz-progress-bar': 'each engine has its own name for it',
  'css.selectors.-webkit-meter-bar': 'each engine has its own name for it',
  'css.selectors.-webkit-meter-optimum-value': 'each engine has its own name for it',
  'css.selectors.-webkit-progress-bar': 'each engine has its own name for it',
  'css.selectors.-webkit-progress-value': 'each engine has its own name for it',
  'css.selectors.-webkit-scrollbar': 'each engine has its own name for it',
  'css.selectors.-webkit-search-cancel-button': 'only WebKit and Chromium show such a button',
  'css.selectors.has':
    'where it moves what would be covered, a rule within `@supports not selector(:has(*))` does; a paper is printed with the screen around it',
  'css.selectors.popover-open': 'the status shows its details in the page (status-place.tsx)',
  'css.selectors.selection': 'an iPhone has its own colour for what is selected',
  'css.selectors.view-transition-group': 'goes with view-transition-name',
  'css.selectors.view-transition-new': 'goes with view-transition-name',
  'css.selectors.view-transition-old': 'goes with view-transition-name',
  'css.types.length.lh':
    'a mark beside a line stands at its top; a line of other currencies has no height while it is empty',
}

/** By name in built scripts, libraries included: each asks before. */
export const inBuiltScripts: Readonly<Record<string, string>> = {
  'javascript.builtins.Error.captureStackTrace': 'Zod asks whether it is there',
}

/** In our own sources: each asks before. */
export const inSources: Readonly<Record<string, string>> = {
  'api.Document.startViewTransition': 'asked for: the screen changes at once',
  'api.IDBFactory.databases': 'never called: Dexie asks whether it is there, and keeps no list of names where it is',
  'api.Navigator.share': 'asked for: the link is copied',
  'api.Touch': 'no touch is told where there is none',
  'api.TouchEvent': 'no touch is told where there is none',
  'api.ViewTransition': 'goes with startViewTransition',
  'api.Window.requestIdleCallback': 'asked for: a timer stands in',
}

/** The lacks that no exception covers, and the exceptions that nothing uses, as messages. */
export function judge(lacks: readonly Lack[], exceptions: Readonly<Record<string, string>>): string[] {
  const unused = new Set(Object.keys(exceptions))
  const left = lacks.filter(({ path }) => {
    const why = Object.keys(exceptions).find((one) => path === one || path.startsWith(`${one}.`))
    if (why === undefined) return true
    unused.delete(why)
    return false
  })
  return [
    ...left.map(({ path, at, browsers }) => `${at}: ${path} is not known before ${browsers.join(', ')}`),
    ...[...unused].map((path) => `${path} is an exception that nothing needs (scripts/baseline/exceptions.ts)`),
  ]
}
