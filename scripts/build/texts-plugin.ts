import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { locales } from '#contract/text/locales.ts'
import {
  cut,
  filesOfPart,
  LATER_FILES,
  MORE,
  partsOfTexts,
  readNumbers,
  readTexts,
  START,
  START_FEATURES,
} from './texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
const INDEX = 'virtual:texts'
/** A part's module, whose last segment names the chunk that it becomes. */
const CHUNK = /\/texts-(.+)-(\w+)$/

/**
 * The texts as the page loads them: `virtual:texts` knows the start's and all others (texts.ts) in each language,
 * chunks that are imported when they are needed, and what brings which; the start's says how the language writes
 * numbers, too. While developing the start has all texts, so that an edit never leaves one out.
 */
export function texts(): Plugin {
  let parts: ReadonlyMap<string, ReadonlySet<string> | undefined>
  let saying: string[] = []
  return {
    name: 'texts',
    configResolved({ command }) {
      const { [START]: start, ...others } = command === 'serve' ? {} : Object.fromEntries(partsOfTexts(root))
      saying = Object.keys(others)
      const keysOf = (file: string): Set<string> =>
        new Set(Object.entries(others).flatMap(([name, keys]) => (filesOfPart(name).at(-1) === file ? [...keys] : [])))
      const more = keysOf(MORE)
      const later = saying.length > 0 ? LATER_FILES : []
      parts = new Map([
        [START, start],
        ...later.map((file): [string, Set<string>] => [file, file === MORE ? more : keysOf(file).difference(more)]),
      ])
    },
    resolveId: { filter: { id: /^virtual:texts/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:texts/ },
      handler(id, options) {
        // A server has all texts from the start (src/entry-server.tsx).
        if (id === `\0${INDEX}`) return options?.ssr ? index([], []) : index([...parts.keys()], saying)
        const [, part = '', code = ''] = CHUNK.exec(id)!
        this.addWatchFile(`${root}/locales/${code}.json`)
        const whole = readTexts(root, code)
        const keys = parts.get(part)
        const kept = keys ? cut(whole, keys) : whole
        return `export default ${JSON.stringify(part === START ? { ...kept, numbers: readNumbers(root, code) } : kept)}`
      },
    },
  }
}

function index(parts: readonly string[], saying: readonly string[]): string {
  const loaders = (part: string): string =>
    locales.map(({ code }) => `${code}: () => import('${INDEX}/texts-${part}-${code}')`).join(', ')
  const table = `export const parts = {${parts.map((part) => `${part}: {${loaders(part)}}`).join(', ')}}`
  if (saying.length === 0) return `${table}\nexport const filesOf = () => []`
  // All of this is part of the page's first script: each list of files is written once, with the names that need it,
  // and the one that most names need stands for all names that are not written.
  const files = (name: string): string => JSON.stringify(START_FEATURES.includes(name) ? [] : filesOfPart(name))
  const named = Map.groupBy([...START_FEATURES, ...saying], files)
  const lists = [...named].filter(([list]) => list !== JSON.stringify([MORE]))
  return [
    table,
    `const lists = [${lists.map(([list, names]) => `[${list}, ' ${names.join(' ')} ']`).join(', ')}]`,
    `export const filesOf = (name) =>`,
    `  (lists.find(([, names]) => names.includes(' ' + name + ' ')) ?? [['${MORE}']])[0]`,
  ].join('\n')
}
