import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { DocumentFiles } from '#contract/document.ts'
import { styleHash } from '../http/page/headers.ts'

/** The attribute that the build gives to tags that load the worker's code, which comes after the screen's. */
const OF_WORKER = 'data-for="worker"'

/** One style sheet of the build: its text, its hash for the policy, and the classes by which it is needed. */
interface Sheet {
  text: string
  hash: string
  classes: RegExp | undefined
  /** Tells the page's loader of styles that they are here; the browser loads nothing for it. */
  link: string
}

/** The parts of the build from which documents are made. */
export interface DocumentBuild {
  /** The bundle that renders them, and the one that knows their addresses: URLs of files. */
  renderer: string
  addresses: string
  script: string
  /** The head of index.html without its styles and scripts, and what is loaded after the screen. */
  head: string
  scripts: string
  files: DocumentFiles
  sheets: Sheet[]
}

function sheetOf(file: string, text: string, always: boolean): Sheet {
  const names = [...new Set([...text.matchAll(/\.([A-Za-z_][\w-]*)/g)].map((match) => match[1]!))]
  return {
    text,
    hash: styleHash(text),
    classes: always || names.length === 0 ? undefined : new RegExp(`[" ](?:${names.join('|')})[" ]`),
    link: `<link rel="stylesheet" href="${file}" disabled>`,
  }
}

/** Reads the built page in this folder; undefined when there is none. */
export function readDocumentBuild(root: string): DocumentBuild | undefined {
  const bundle = (name: string): string => `${root}/server/${name}.js`
  if (!existsSync(bundle('document'))) return undefined
  const html = readFileSync(`${root}/index.html`, 'utf8')
  const head = /<head>([\s\S]*)<\/head>/.exec(html)![1]!
  const tags = [...head.matchAll(/<(?:script|link)[^>]*>(?:<\/script>)?/g)].map((match) => match[0])
  const isStyle = (tag: string): boolean => tag.includes('rel="stylesheet"')
  const isScript = (tag: string): boolean => tag.startsWith('<script') || tag.includes('rel="modulepreload"')
  const replaced = [
    ...tags.filter((tag) => isStyle(tag) || isScript(tag)),
    /<title>[^<]*<\/title>/.exec(head)![0],
    /<meta name="description"[^>]*>/.exec(head)![0],
  ]
  const linked = tags.filter(isStyle).map((tag) => /href="([^"]+)"/.exec(tag)![1]!)
  const scripts = tags.filter((tag) => isScript(tag) && !tag.includes(OF_WORKER))
  const styles = readdirSync(`${root}/assets`)
    .filter((name) => name.endsWith('.css'))
    .map((name) => `/assets/${name}`)
  return {
    renderer: pathToFileURL(bundle('document')).href,
    addresses: pathToFileURL(bundle('address')).href,
    script: /src="([^"]+)"/.exec(scripts.find((tag) => tag.startsWith('<script'))!)![1]!,
    head: replaced
      .reduce((rest, tag) => rest.replace(tag, ''), head)
      .replace(/\n\s*\n/g, '\n')
      .trim(),
    // After the screen, so that nothing is asked for before it is there; the worker waits for the page.
    scripts: scripts.map((tag) => tag.replace(/ (src|href)=/, ' fetchpriority="low" $1=')).join(''),
    files: JSON.parse(readFileSync(`${root}/server/files.json`, 'utf8')) as DocumentFiles,
    sheets: [...linked, ...styles.filter((file) => !linked.includes(file))].map((file) =>
      sheetOf(file, readFileSync(`${root}${file}`, 'utf8').trim(), linked.includes(file)),
    ),
  }
}
