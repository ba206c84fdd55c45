import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { browsers } from './scripts/build/browsers.ts'
import { shortClassNames } from './scripts/build/class-names.ts'
import { buildDrain, drainFile } from './scripts/build/drain.ts'
import { buildDexie, hooksWithoutDexie, modernDexie, sharedDexie } from './scripts/build/modern-dexie.ts'
import { loadChunks } from './scripts/build/load-chunks.ts'
import { leanI18next } from './scripts/build/lean-i18next.ts'
import { preloadWorker } from './scripts/build/preload-worker.ts'
import { texts } from './scripts/build/texts-plugin.ts'
import { tooOld } from './scripts/build/too-old.ts'
import { START_FEATURES } from './scripts/build/texts.ts'
import {
  circleOf,
  coreOf,
  frameOf,
  idleOf,
  kitOf,
  listsOf,
  moreOf,
  staffOf,
  storeGoodsOf,
  walletOf,
  stylesOf,
  type Modules,
} from './scripts/build/chunks.ts'

// The page and its worker. The service worker is built after them (scripts/build/service-worker.ts),
// because it carries the list of what they became; scripts/build.ts runs both and holds the budgets.

/** Libraries bring along what React has had by itself since version 18. */
const ownSyncExternalStore = { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[\\/]$/, '')
const more = moreOf(root)
const wallet = walletOf(root)
const staff = staffOf(root)
/** The modules that chunks may share. */
const SHARED = /[\\/](src|contract|localdb|lucide-react)[\\/]/
/** The same without lists, which have a chunk of their own. */
const OURS = /[\\/](src[\\/](?!lists[\\/])|(contract|localdb|lucide-react)[\\/])/
/** The styles of a person's screens, of line sheets and of papers; not of articles, which the server renders, too. */
const STYLES = new RegExp(
  `[\\\\/]src[\\\\/](?:features[\\\\/](?!(?:${[...START_FEATURES, 'articles'].join('|')})[\\\\/])[^?]+|parts[\\\\/](?:line-sheets[\\\\/]line-sheet|invoices[\\\\/]paper)\\.module)\\.css$`,
)
/** The screens that guests see in the place of those that only somebody signed in can use. */
const GUESTS = /[\\/]features[\\/](account|merchants)[\\/][\w-]+-guest\.tsx$/
/** The market's settings, which home reads without what the screens behind it share. */
const SETTINGS = /[\\/]src[\\/]data[\\/]use-settings\./
/** The modules that desks of the operator's staff share; the amounts that few of them show are apart. */
const ACTING =
  /[\\/](src[\\/]features[\\/]operator[\\/](?!reserves[\\/]amounts)|contract[\\/]wire[\\/]operator-rights\.)/
/** The modules that reckon what a cart comes to: only the cart and the checkout share them. */
const CART =
  /[\\/]src[\\/]parts[\\/]cart[\\/](use-reckoned-cart|reckon-cart|charge-lines|agreed-lines|total-block|to-free|hindrance-text)\./

/** Searching, with what it asks of the server. */
const SEARCH = /[\\/](worker[\\/]search|contract[\\/](search[\\/]schema|search-endpoints))[\\/.]/
/** The modules that ask for the catalogue's rows, write them and follow its changes. */
const ASKING = new RegExp(
  String.raw`[\\/](${[
    String.raw`contract[\\/](visitor-endpoints|catalogue[\\/](schema(-endpoints)?|filter)|packs[\\/]schema)`,
    String.raw`contract[\\/](lists[\\/]schema-filter-fields|currencies[\\/]money)`,
    String.raw`worker[\\/]catalogue[\\/](answers|fetch-(rows|profile)|changes|wanted|fetch-known)`,
  ].join('|')})\.`,
)
/** The modules for the operator's articles and settings: every visit asks for the settings. */
const SITE =
  /[\\/](worker[\\/]catalogue[\\/]site|contract[\\/](site-endpoints|(site|articles)[\\/]schema|market[\\/]schema-areas))\.ts/
/** The modules that note on every visit what was seen. */
const SEEN = /[\\/]worker[\\/](commands|session)[\\/]seen\.ts/
/**
 * The reader of tables, for quick orders and for a store's goods: without its own chunk it would come with the goods.
 */
const TABLES = /[\\/]contract[\\/]text[\\/]table-text\./
/** The modules that only a store's members need. */
const DESKS = new RegExp(
  String.raw`[\\/](${[
    String.raw`worker[\\/](session[\\/]desks?|guess[\\/]stores[\\/](?!sales\.)[\w-]+)`,
    String.raw`contract[\\/](store-mutations|(stores[\\/]schema|[\w-]+[\\/]schema-store)[\w-]*)`,
    String.raw`contract[\\/]products[\\/](?!own-code|(schema-)?back-orders|in-turns)[\w-]+`,
    String.raw`contract[\\/]shipping[\\/](schema-terms|zones)`,
  ].join('|')})\.ts`,
)
/** The calls that only the operator's staff make. */
const STAFF = /[\\/]contract[\\/](operator-endpoints|(operator[\\/]schema|[\w-]+[\\/]schema-operator)[\w-]*)\.ts/
/** The calls and changes of a person, beyond those that the first screens of a visit need. */
const CALLS = new RegExp(
  String.raw`[\\/](${[
    String.raw`contract[\\/]person-`,
    String.raw`contract[\\/](?!(?:stores|operator)[\\/]|products[\\/]schema(?:-row)?\.)[\w-]+[\\/]schema(?!-(?:store|operator|terms))`,
    String.raw`worker[\\/]guess[\\/](?!stores[\\/](?!sales\.))`,
  ].join('|')})`,
)
// The parts of the contract that only rarely used commands need come with them.
const SENDING = new RegExp(
  String.raw`[\\/](${[
    String.raw`worker[\\/](outbox|session(?=[\\/](?!desk)))`,
    String.raw`contract(?![\\/](${[
      String.raw`store-|operator-|(operator|stores)[\\/]schema|[\w-]+[\\/]schema-(store|operator)`,
      String.raw`products[\\/](?!own-code|(schema-)?back-orders|in-turns)|shipping[\\/](schema-terms|zones)`,
      String.raw`pads[\\/]rules|text[\\/](table-text|letters)|catalogue[\\/]product-code|cart[\\/]quantity`,
    ].join('|')}))`,
  ].join('|')})[\\/.]`,
)

const pageOutput: Rolldown.OutputOptions = {
  entryFileNames: 'assets/page-[hash].js',
  chunkFileNames: ({ name, moduleIds }) => {
    const circle = circleOf(root, moduleIds)
    return `assets/${name.startsWith(circle) ? '' : circle}[name]-[hash].js`
  },
  // Few chunks, so that little is lost between them: libraries, what most screens share, and a chunk a screen.
  codeSplitting: {
    groups: [
      { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
      { name: frameOf(root), debugName: 'frame' },
      { name: idleOf(root), debugName: 'idle', test: OURS, minShareCount: 2 },
      { name: kitOf(root), debugName: 'kit', test: OURS, minShareCount: 2 },
      { name: listsOf(root), debugName: 'lists', test: OURS, minShareCount: 2 },
      { name: stylesOf(root, STYLES), debugName: 'styles' },
      { name: 'use-settings', test: SETTINGS },
      // Else it would come with the operator's desks.
      { name: 'table-text', test: TABLES },
      // Each file that is kept on the device costs as much time as its bytes: what is shared at all is in one.
      {
        name: (id: string, modules: Modules) => (CART.test(id) || wallet(id, modules) ? null : more(id, modules)),
        debugName: 'more',
        test: SHARED,
        minShareCount: 2,
      },
      { name: wallet, debugName: 'wallet', test: SHARED, minShareCount: 2 },
      { name: storeGoodsOf(root), debugName: 'store goods', test: SHARED, minShareCount: 2 },
      { name: 'guests', test: GUESTS },
      // Before what fewer desks share, which would take what it imports along.
      {
        name: (id: string, modules: Modules) => (staff(id, modules) ? null : 'acting'),
        debugName: 'acting',
        test: ACTING,
        minShareCount: 2,
      },
      { name: staff, debugName: 'staff' },
    ],
  },
}

export default defineConfig(async ({ command, isSsrBuild }): Promise<UserConfig> => {
  // The server's bundle holds all that it needs; a page in development takes Dexie as it is.
  const built = command === 'build' && !isSsrBuild ? await buildDexie(root) : undefined
  const dexie = built ? [sharedDexie(built)] : []
  const drain = drainFile(built && (await buildDrain(root, built)))
  return {
    plugins: [
      react(),
      texts(),
      tooOld(root),
      preloadWorker(),
      loadChunks,
      hooksWithoutDexie,
      leanI18next,
      drain,
      ...dexie,
    ],
    resolve: { alias: [...(dexie.length > 0 ? [] : [modernDexie]), ownSyncExternalStore] },
    ...(command === 'build' ? { css: { modules: { generateScopedName: shortClassNames(root) } } } : {}),
    // The server decides what the content security policy allows: nothing inline, nothing from elsewhere.
    build: {
      target: browsers,
      // Beside a chunk only its styles are named: its loader finds what it imports (src/data/loading/load-chunk.ts).
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, files, { hostType }) =>
          hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
      },
      assetsInlineLimit: 0,
      manifest: true,
      sourcemap: false,
      reportCompressedSize: false,
      // The server's bundles are read from a disk.
      rolldownOptions: isSsrBuild ? {} : { output: pageOutput },
    },
    worker: {
      format: 'es',
      plugins: () => dexie,
      rolldownOptions: {
        output: {
          entryFileNames: 'assets/worker-[hash].js',
          chunkFileNames: ({ name }) =>
            name === 'core' ? 'assets/worker-core-[hash].js' : 'assets/worker-part-[name]-[hash].js',
          codeSplitting: {
            // Few parts: what every visit asks for, what asks for rows, what a search needs, a person's calls, what
            // sends, tables, stores, what a store does with many goods at once, the staff's calls, and the rest.
            groups: [
              { name: coreOf(`${root}/worker/main.ts`), debugName: 'core' },
              { name: 'site', test: SITE },
              { name: 'seen', test: SEEN },
              { name: 'asking', test: ASKING },
              { name: 'search', test: SEARCH },
              { name: 'calls', test: CALLS },
              { name: 'sending', test: SENDING },
              { name: 'tables', test: TABLES },
              { name: 'desks', test: DESKS },
              { name: 'goods', test: /[\\/]worker[\\/]products[\\/]/ },
              { name: 'wallet', test: /[\\/](worker[\\/]wallet|@noble[\\/]ed25519)[\\/]/ },
              // Last: a group takes what it imports, unless one before has it.
              { name: 'staff', test: STAFF },
            ],
          },
          // Vite leaves the annotations for bundlers in a worker; no bundler reads it again.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  }
})
