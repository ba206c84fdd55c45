import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { locales } from '#contract/locales.ts'
import { cut, partsOfTexts, readNumbers, readTexts, START } from './texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
const INDEX = 'virtual:texts'
/** A part's module, whose last segment names the chunk that it becomes. */
const CHUNK = /\/texts-(.+)-(\w+)$/

/**
 * The texts as the page loads them: `virtual:texts` knows each part (texts.ts) in each language, a chunk of its own
 * that is imported when it is needed; the start's says how the language writes numbers, too. While developing the start
 * has all texts, so that an edit never leaves one out.
 */
export function texts(): Plugin {
  let parts: ReadonlyMap<string, ReadonlySet<string> | undefined>
  return {
    name: 'texts',
    configResolved({ command }) {
      parts = command === 'serve' ? new Map([[START, undefined]]) : partsOfTexts(root)
    },
    resolveId: { filter: { id: /^virtual:texts/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:texts/ },
      handler(id, options) {
        // A server has all texts from the start (src/entry-server.tsx).
        if (id === `\0${INDEX}`) return index(options?.ssr ? [] : [...parts.keys()])
        const [, part = '', code = ''] = CHUNK.exec(id)!
        this.addWatchFile(`${root}/locales/${code}.json`)
        const whole = readTexts(root, code)
        const keys = parts.get(part)
        const said = keys ? cut(whole, keys) : whole
        return `export default ${JSON.stringify(part === START ? { ...said, numbers: readNumbers(root, code) } : said)}`
      },
    },
  }
}

function index(parts: readonly string[]): string {
  const loaders = (part: string): string =>
    locales.map(({ code }) => `${code}: () => import('${INDEX}/texts-${part}-${code}')`).join(', ')
  return `export const parts = {${parts.map((part) => `${JSON.stringify(part)}: {${loaders(part)}}`).join(', ')}}`
}
