// Who may import whom: the table of docs/architecture.md, one rule per row, type imports included.
// Each rule says what a room may import; all else is named as a violation. tests/laws/house/import-rules.test.ts
// plants one forbidden import per rule and expects it to be named.

const { inFolders, SERVER_FLOORS } = require('./scripts/check/server-floors.cjs')

const TEST = '\\.test\\.tsx?$'
const npm = (...names) => `(^|/)node_modules/(${names.map((n) => n.replace(/[.]/g, '\\.')).join('|')})(/|$)`
const ZOD_MINI = npm('zod/mini', 'zod/v4/mini')
const CONTRACT = '^contract/'
/** The files with schemas: all others of the contract are rules. */
const SCHEMAS = '^contract/([\\w-]+/schema[\\w-]*|registry|wire/(endpoint|mutation))\\.ts$'
const LOCALES = '^locales/[^/]+\\.json$'
const LOOKS = npm('react', '@types/react', 'lucide-react')
const SCREEN_LIBRARIES = npm(
  'react',
  '@types/react',
  'react-dom',
  '@types/react-dom',
  'wouter',
  'i18next',
  'react-i18next',
  'lucide-react',
  'dexie-react-hooks',
  'libphonenumber-js',
  'lean-qr',
  'uplot',
)
const SERVER_LIBRARIES = npm(
  'hono',
  '@hono/node-server',
  'kysely',
  'pg',
  '@types/pg',
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'nodemailer',
  'openid-client',
  'otpauth',
  '@types/nodemailer',
  'sharp',
  'csv-parse',
  'viem',
  '@noble/hashes',
  '@scure/base',
  '@scure/bip32',
  '@scure/btc-signer',
  'libphonenumber-js',
  'zod/mini',
  'zod/v4/mini',
  '@types/node',
)
// Imports the worker's and the service worker's addresses (?worker&url), and nothing else.
const WORKER_URL = '^src/data/worker/trusted-types\\.ts$'
// The content of a file is read with a schema, though it goes over no wire.
const UNSENT_FILE = '^worker/unsent/file-schema\\.ts$'
// A process of its own, which trusts neither market nor database.
const SIGNER = '^server/signer/'
const STYLES = '\\.css$'
// Made by the build (scripts/build/texts-plugin.ts).
const VIRTUAL = '^virtual:(texts|drain)$'

/** The worker's own rooms, from the ground up: each imports none that stands above it. `api` is types alone. */
const WORKER_ROOMS = [
  ...['api', 'env', 'guess', 'search', 'wire', 'outbox', 'session'],
  ...['background', 'catalogue', 'products', 'pads', 'unsent', 'check', 'packs', 'wallet', 'commands'],
]

/** A room and all that it may import. */
const room = (name, path, allowed, extra = {}) => ({
  name,
  severity: 'error',
  comment: `${path} imports something its row of the table does not allow`,
  from: { path, pathNot: [TEST, ...(extra.fromNot ?? [])] },
  to: { pathNot: allowed, ...extra.to },
})
const withNode = { dependencyTypesNot: ['core'] }

module.exports = {
  forbidden: [
    room('contract', CONTRACT, [CONTRACT, ZOD_MINI, npm('@noble/hashes', '@scure/base')]),
    {
      name: 'contract-rules',
      severity: 'error',
      comment: 'rules carry no schemas, so that a page can obey them without their library',
      from: { path: CONTRACT, pathNot: [TEST, SCHEMAS, '^contract/[\\w-]*(endpoints|mutations)\\.ts$'] },
      to: {
        path: [ZOD_MINI, SCHEMAS],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'src-schemas-by-type',
      severity: 'error',
      comment: 'the page takes types from the schemas, never the schemas',
      from: { path: '^(src|localdb)/', pathNot: TEST },
      to: {
        path: SCHEMAS,
        dependencyTypesNot: ['type-only'],
      },
    },
    room('localdb', '^localdb/', ['^localdb/', CONTRACT, npm('dexie', 'idb-keyval')]),
    room('worker', '^worker/', ['^worker/', '^localdb/', CONTRACT, npm('comlink'), npm('@noble/ed25519')], {
      fromNot: [UNSENT_FILE],
    }),
    room('worker-unsent-file', UNSENT_FILE, [CONTRACT, ZOD_MINI]),
    ...WORKER_ROOMS.slice(0, -1).map((name, i) => ({
      name: 'worker-rooms',
      severity: 'error',
      comment: `worker/${name} imports a room of the worker that stands above it`,
      from: { path: `^worker/${name}/`, pathNot: TEST },
      to: { path: `^worker/(${WORKER_ROOMS.slice(i + 1).join('|')})/` },
    })),
    {
      name: 'worker-rooms-listed',
      severity: 'error',
      comment: 'a room of the worker that WORKER_ROOMS does not name',
      from: { path: '^worker/', pathNot: TEST },
      to: { path: '^worker/[^/]+/', pathNot: `^worker/(${WORKER_ROOMS.join('|')})/` },
    },
    room('sw', '^sw/', ['^sw/', CONTRACT, npm('workbox-[a-z]+')]),
    room('server', '^server/', ['^server/', CONTRACT, LOCALES, SERVER_LIBRARIES], { to: withNode, fromNot: [SIGNER] }),
    room(
      'signer',
      SIGNER,
      [
        SIGNER,
        '^server/db/folder/(lock|process-identity)\\.ts$',
        '^server/http/server-options\\.ts$',
        '^server/chains/networks/',
        '^server/chains/real\\.ts$',
        '^server/chains/(ethereum|bitcoin)/node\\.ts$',
        '^server/chains/tron/(node|headers|lookup|token)\\.ts$',
        CONTRACT,
        npm(
          'hono',
          '@hono/node-server',
          '@scure/bip32',
          '@scure/bip39',
          '@scure/btc-signer',
          '@noble/curves',
          'viem',
          'zod/mini',
          'zod/v4/mini',
          '@types/node',
        ),
      ],
      { to: withNode },
    ),
    {
      name: 'signer-by-its-protocol',
      severity: 'error',
      comment: 'the market may import only the protocol of the signer, so it cannot reach the keys',
      from: { path: '^server/', pathNot: [TEST, SIGNER] },
      to: {
        path: SIGNER,
        pathNot: '^server/signer/protocol/',
      },
    },
    room(
      'src',
      '^src/',
      [
        '^src/',
        '^localdb/(read|schema|device|seal|memory|answer-rows|storage-errors)\\.ts$',
        '^localdb/queries/',
        CONTRACT,
        LOCALES,
        VIRTUAL,
        SCREEN_LIBRARIES,
        npm('comlink', 'idb-keyval'),
        npm('vite'),
        '^worker/api/worker-api\\.ts$',
      ],
      { fromNot: [WORKER_URL] },
    ),
    {
      name: 'src-crossing-only-in-data',
      severity: 'error',
      comment: 'comlink, idb-keyval and the device store: only in src/data',
      from: { path: '^src/', pathNot: [TEST, '^src/data/'] },
      to: { path: [npm('comlink', 'idb-keyval'), '^localdb/(device|seal)\\.ts$'] },
    },
    {
      name: 'src-memory-only-for-documents',
      severity: 'error',
      comment: 'rows in memory are for what the server renders: a page reads the device',
      from: { path: '^src/', pathNot: [TEST, '^src/entry-server\\.tsx$', '^src/app/document-head\\.ts$'] },
      to: { path: '^localdb/(memory|answer-rows)\\.ts$' },
    },
    {
      name: 'src-worker-by-type',
      severity: 'error',
      comment: 'the page knows the worker by its type only',
      from: { path: '^src/', pathNot: [TEST, WORKER_URL] },
      to: { path: '^worker/', dependencyTypesNot: ['type-only'] },
    },
    room('src-features', '^src/features/([^/]+)/', [
      '^src/features/$1/',
      '^src/(ui|parts|lists|data)/',
      '^src/links/',
      '^localdb/queries/',
      CONTRACT,
      npm(
        'react',
        '@types/react',
        'wouter',
        'i18next',
        'react-i18next',
        'lucide-react',
        'libphonenumber-js',
        'lean-qr',
      ),
    ]),
    room('src-lists', '^src/lists/', [
      '^src/(lists|ui|parts|data)/',
      '^src/links/',
      '^localdb/queries/',
      CONTRACT,
      npm('react', '@types/react', 'i18next', 'react-i18next', 'lucide-react'),
    ]),
    room('src-parts', '^src/parts/', [
      '^src/(ui|parts|data)/',
      '^src/links/',
      '^localdb/queries/',
      CONTRACT,
      npm(
        'react',
        '@types/react',
        'react-dom',
        '@types/react-dom',
        'wouter',
        'i18next',
        'react-i18next',
        'lucide-react',
        'lean-qr',
        'uplot',
      ),
    ]),
    room('src-links', '^src/links/', ['^src/links/', CONTRACT, npm('wouter')]),
    room('src-ui', '^src/ui/', ['^src/ui/', LOOKS]),
    ...SERVER_FLOORS.map((floor, i) => ({
      name: 'server-floors',
      severity: 'error',
      comment: 'a folder of the server imports one of its own floor or above',
      // It calls the rules of every act, which know the features that call it.
      from: { path: inFolders(floor), pathNot: [TEST, '^server/operator/second-eyes\\.ts$'] },
      to: { path: [inFolders(SERVER_FLOORS.slice(i).flat()), '^server/[^/]+\\.ts$'], pathNot: '^server/$1/[^/]+$' },
    })),
    {
      name: 'server-floors-listed',
      severity: 'error',
      comment: 'a folder of the server that SERVER_FLOORS does not name',
      from: { path: '^server/', pathNot: TEST },
      to: { path: '^server/.+/[^/]+\\.ts$', pathNot: inFolders(SERVER_FLOORS.flat()) },
    },
    {
      name: 'nothing-imports-tests-and-tools',
      severity: 'error',
      comment: 'tests, bench, scripts and the configuration may import anything; nothing imports them',
      from: { path: '^(contract|localdb|worker|sw|src|server)/', pathNot: TEST },
      to: { path: ['^(tests|bench|scripts)/', '^vite(st)?\\.config\\.ts$', TEST] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'zero circles, type imports included',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'an import that leads nowhere',
      from: { path: '^(contract|localdb|worker|sw|src|server|tests|bench|scripts)/' },
      to: { couldNotResolve: true, pathNot: VIRTUAL },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: ['^dist/', '^\\.cache/', STYLES] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
}
