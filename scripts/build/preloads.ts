import { readFile, writeFile } from 'node:fs/promises'
import { locales } from '#contract/locales.ts'
import type { DocumentFiles } from '#contract/document.ts'
import { withStaticImports, type ViteManifest } from './budgets.ts'
import { START } from './texts.ts'

// Which scripts the page will ask for when it takes over a screen: the server names them in its documents, so that they
// are on their way before the page's entry runs.

/** The module of each screen by the pattern of its path, read from the table of routes. */
export function screensIn(routes: string): Map<string, string> {
  const rows = routes.matchAll(/path: '([^']+)',[^}]*?import\('\.\.\/([^']+)'\)/g)
  return new Map([...rows].map(([, path, module]) => [path!, `src/${module!}`]))
}

/** The files of each screen and of the texts of each language, beyond the page's entry. */
export function preloadsOf(manifest: ViteManifest, screens: ReadonlyMap<string, string>): DocumentFiles {
  const entry = withStaticImports(
    manifest,
    Object.keys(manifest).filter((key) => manifest[key]!.isEntry),
  )
  const files = (key: string): string[] =>
    [...withStaticImports(manifest, [key])].filter((part) => !entry.has(part)).map((part) => `/${manifest[part]!.file}`)
  const texts = (part: string, code: string): string[] => {
    const key = Object.keys(manifest).find((name) => name.endsWith(`/texts-${part}-${code}`))
    return key ? files(key) : []
  }
  return Object.fromEntries(
    [...screens].map(([path, module]) => {
      if (!manifest[module]) throw new Error(`preloads: ${module} was not built`)
      const feature = module.split('/')[2]!
      const said = locales.map(({ code }): [string, string[]] => [
        code,
        [START, feature].flatMap((p) => texts(p, code)),
      ])
      return [path, { scripts: files(module), texts: Object.fromEntries(said) }]
    }),
  )
}

/** Writes the files of all screens beside the bundle that renders them. */
export async function writePreloads(root: string, dist: string, manifest: ViteManifest): Promise<void> {
  const screens = screensIn(await readFile(`${root}/src/app/routes.ts`, 'utf8'))
  await writeFile(`${dist}/server/files.json`, JSON.stringify(preloadsOf(manifest, screens)))
}
