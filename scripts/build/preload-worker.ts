import type { Plugin } from 'vite'

/** The modules that start the worker: of the page, and of the worker itself. */
const STARTS_WORKER = /\/(worker-core|start-worker|dexie)-/

/** Has the page's document name what starts the worker, so that it is on its way before the code that asks for it. */
export const preloadWorker = (): Plugin => ({
  name: 'preload-worker',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => STARTS_WORKER.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', href: `/${file}`, 'data-for': 'worker' },
          injectTo: 'head' as const,
        })),
  },
})
