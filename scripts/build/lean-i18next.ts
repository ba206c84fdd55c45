import type { Plugin } from 'vite'

/** The setup that i18next gives every translator and ours does without (src/data/texts/i18n.ts); what replaces it. */
const unused = [
  // The connector asks a backend for texts: ours are added when they are there.
  ['new Connector(createClassOnDemand(this.modules.backend), s.resourceStore, s, this.options)', 'new EventEmitter()'],
  // The formatter writes numbers and dates within a text: ours are written before (src/parts/format/use-format.ts).
  ['formatter = Formatter;', ''],
] as const

/**
 * Leaves out the unused parts of i18next, a sixth of it. A version that is written in another way fails the build.
 *
 * @throws
 */
export const leanI18next: Plugin = {
  name: 'lean-i18next',
  transform: {
    filter: { id: /\/i18next\/dist\/esm\/i18next\.js$/ },
    handler: (code) =>
      unused.reduce((left, [used, instead]) => {
        if (!left.includes(used)) throw new Error(`i18next no longer says ${used}`)
        return left.replace(used, instead)
      }, code),
  },
}
