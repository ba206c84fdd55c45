import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { cut, flat, keysIn, partsOfTexts, readTexts, START } from '../../../scripts/build/texts.ts'

// The build cuts the texts into parts (scripts/build/texts.ts). Nobody keeps the lists of what is in which part, so
// here the bundler itself says what a screen is made of, and what its modules say is looked for in the parts.

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')
const parts = partsOfTexts(root)
const plain = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')
const all = new Set(flat(readTexts(root, 'en')).map(([key]) => plain(key)))
const routes = readFileSync(`${root}/src/app/routes.ts`, 'utf8')
/** A module that brings its own texts. */
const LATER = /\/([^/]+)-later\.tsx?$/
const SCREEN = /\/src\/features\/([^/]+)\/.*-screen\.tsx$/
/** A module that guests see in the place of a screen. */
const GUEST = /\/src\/features\/.+-guest\.tsx$/

/** The keys of the texts in the modules that a screen is built from, by the path of the screen. */
const screenKeys = new Map<string, Set<string>>()
const listen: Plugin = {
  name: 'listen',
  buildEnd() {
    const gather = (id: string, seen: Set<string>, keys: Set<string>): void => {
      const module = this.getModuleInfo(id)
      if (seen.has(id) || !module || !id.startsWith(`${root}/src/`)) return
      seen.add(id)
      for (const key of keysIn(module.code ?? '', all)) keys.add(key)
      const later = id.endsWith('/src/app/routes.ts')
        ? []
        : module.dynamicallyImportedIds.filter((next) => !LATER.test(next))
      for (const next of [...module.importedIds, ...later]) gather(next, seen, keys)
    }
    const begins = (path: string): boolean =>
      SCREEN.test(path) || LATER.test(path) || GUEST.test(path) || path.endsWith('/src/main.tsx')
    for (const id of [...this.getModuleIds()].filter(begins)) {
      const keys = new Set<string>()
      gather(id, new Set(), keys)
      screenKeys.set(id, keys)
    }
  },
}
beforeAll(async () => {
  await build({ root, logLevel: 'silent', build: { write: false, minify: false }, plugins: [listen] })
})

/** Whether only the server uses a text: in mails, in heads of documents, as the demo's sellers, and to operators. */
const isServers = (key: string): boolean => /^(mail|document|answers|cannot)\./.test(key) && !PREVIEWED.test(key)
/** Faults in a text's writing, which the preview of operators names as the server does. */
const PREVIEWED = /^cannot\.article(Html|Link|Picture)$/

describe('the parts of the texts', () => {
  it('hold what each screen says, in its own part or in the start’s', () => {
    expect([...screenKeys.keys()].filter((id) => SCREEN.test(id)).length).toBeGreaterThan(20)
    const missing = [...screenKeys].flatMap(([id, keys]) => {
      const own = parts.get(GUEST.test(id) ? 'guests' : ((SCREEN.exec(id) ?? LATER.exec(id))?.[1] ?? START))
      return [...keys].filter((key) => !parts.get(START)!.has(key) && !own?.has(key)).map((key) => `${id}: ${key}`)
    })
    expect(missing).toEqual([])
  })

  it('are loaded with the screens of the feature that they are named for', () => {
    // Rows that share a feature spread one constant.
    const whole = routes.replace(
      /\.\.\.(of\w+)/g,
      (_, name: string) => new RegExp(`const ${name} = \\{ ([^,]+),`).exec(routes)![1]!,
    )
    const rows = [...whole.matchAll(/feature: '([^']+)',\s+load: [^']*import\('\.\.\/features\/([^/]+)\//g)]
    expect(rows.length).toBe([...routes.matchAll(/load: [^']*import\('/g)].length)
    expect(rows.filter(([, feature, folder]) => feature !== folder)).toEqual([])
  })

  it('hold every text but the server’s own: none is dead', () => {
    const held = new Set([...parts.values()].flatMap((keys) => [...keys]))
    expect([...all].filter((key) => !held.has(key) && !isServers(key))).toEqual([])
  })

  it.each(locales.map((l) => l.code))('together are the %s file, each text as it stands there', (code) => {
    const whole = readTexts(root, code)
    const put = new Map([...parts.values()].flatMap((keys) => flat(cut(whole, keys))))
    const wanted = flat(whole).filter(([key]) => !isServers(key))
    expect([...put].sort()).toEqual(wanted.sort())
  })

  it('repeat nothing that the start has', () => {
    for (const [part, keys] of parts)
      if (part !== START) expect([...keys].filter((key) => parts.get(START)!.has(key))).toEqual([])
  })
})
