import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

// The registry is composed of worlds (contract/registry.ts). The bundler says what a worker starts with: nothing of
// another world than a visitor's gestures.

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')
const VISITOR = 'contract/registry.ts'
/** Each world that a start does not carry. */
const worlds = [
  'contract/person-endpoints.ts',
  'contract/person-mutations.ts',
  'contract/store-mutations.ts',
  'contract/search-endpoints.ts',
  'contract/site-endpoints.ts',
  'contract/visitor-endpoints.ts',
  'contract/operator-endpoints.ts',
]

const imports = new Map<string, { now: readonly string[]; later: readonly string[] }>()
const listen: Plugin = {
  name: 'listen',
  buildEnd() {
    const named = (ids: readonly string[]): string[] => ids.map((id) => id.replace(`${root}/`, ''))
    for (const id of this.getModuleIds()) {
      const module = this.getModuleInfo(id)!
      imports.set(named([id])[0]!, { now: named(module.importedIds), later: named(module.dynamicallyImportedIds) })
    }
  },
}
const reach = (from: string, found = new Set([from])): Set<string> => {
  for (const next of imports.get(from)?.now ?? []) if (!found.has(next)) reach(next, found.add(next))
  return found
}
beforeAll(async () => {
  const input = `${root}/worker/main.ts`
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: { write: false, minify: false, rolldownOptions: { input } },
    plugins: [listen],
  })
})

describe('a worker', () => {
  it.each(worlds)('starts with nothing that only %s says, and loads it when it is needed', (world) => {
    const visitors = reach(VISITOR)
    // Where it declares its endpoints and mutations; a schema of a refusal or a text, say, is everybody's.
    const declares = (path: string): boolean =>
      imports.get(path)!.now.some((name) => /^contract\/wire\/(endpoint|mutation)\.ts$/.test(name))
    const only = [world, ...[...reach(world)].filter((path) => declares(path) && !visitors.has(path))]
    expect(only.length).toBeGreaterThan(1)
    const start = reach('worker/main.ts')
    expect(start.has(VISITOR)).toBe(true)
    expect(only.filter((path) => start.has(path))).toEqual([])
    const behind = [...imports.values()].flatMap(({ later }) => later).filter((part) => !start.has(part))
    expect(behind.some((part) => reach(part).has(world))).toBe(true)
  })
})
