import type { Plugin } from 'vite'

// Engines remember as long as a page lives that a module could not be loaded, and answer every later import() of its
// address with that (Firefox, WebKit, Chromium 150). So an import names its chunk with what `self.again` says,
// which the page makes another after a failure (src/data/load-limit.ts). A chunk that others import statically keeps
// its one address, or it would be there twice; where it is what failed, only a page that is loaded again can have it.

const IMPORT = /\bimport\((["'`])\.\/([\w.-]+\.js)\1\)/g

/** Rewrites the imports of a built chunk; `shared` has the files that are imported statically. */
export const namedAgain = (code: string, shared: ReadonlySet<string>): string =>
  code.replace(IMPORT, (whole, _quote, file: string) =>
    shared.has(`assets/${file}`) ? whole : `import(\`./${file}\`+[self.again])`,
  )

export const importAgain: Plugin = {
  name: 'import-again',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const shared = new Set(chunks.flatMap(({ imports }) => imports))
      for (const chunk of chunks) chunk.code = namedAgain(chunk.code, shared)
    },
  },
}
