import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createServer, type Plugin } from 'vite'
import { networksIn, readConfig } from '#server/config/config.ts'
import { demoLogins } from '#server/seed/buyers.ts'
import { createMailer } from '#server/mails/mail.ts'
import { createMarket } from '#server/market.ts'
import { serveOperator } from '#server/operator/commands/control.ts'
import { startTimers } from '#server/jobs/timers.ts'

// `npm run dev`: Vite serves the page, the market answers /api, /media, the manifest and its own icons: one process,
// one port. Node runs this file with --watch, so a change of the server or of the contract starts it again; Vite's page
// notices and reloads.

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
process.chdir(root)
const config = readConfig(process.env)
const market = await createMarket({
  dataDir: config.dataDir,
  databaseUrl: config.databaseUrl,
  trustProxy: config.trustProxy,
  ...networksIn(config),
  mailer: createMailer(config),
  bounceSecret: config.bounceSecret,
  demo: config.demo
    ? (text, done, total) => {
        if (done === total) console.log(`${text}: done`)
      }
    : undefined,
  died: (error) => {
    throw error
  },
})
await market.deposits.check()
const helpers = [startTimers(market), await serveOperator(market.db, config.dataDir, market)]

/** The paths that the market answers itself: the API, pictures, the manifest and the icons of its own logo. */
const SERVED = /^\/(?:(?:api|media)\/|manifest\.webmanifest|icons\/[0-9a-f]{32}\/)/
const api = getRequestListener((request, env) => market.fetch(request, env))
const mounted: Plugin = {
  name: 'caravan-market',
  configureServer(vite) {
    vite.middlewares.use((request, response, next) => {
      if (SERVED.test(request.url ?? '')) void api(request, response)
      else next()
    })
  },
}
// The bundled form of the configuration is a file that comes and goes, which --watch would take for a change.
const vite = await createServer({
  root,
  configLoader: 'native',
  plugins: [mounted],
  server: { port: config.port, strictPort: true, ...(config.host === undefined ? {} : { host: config.host }) },
})
await vite.listen()
vite.printUrls()
if (config.demo)
  console.log(`  Demo logins: ${demoLogins.map((login) => `${login.email} / ${login.password}`).join(', ')}`)

let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  await vite.close()
  for (const end of helpers) await end()
  await market.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
