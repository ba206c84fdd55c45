import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { serve, type ServerType } from '@hono/node-server'
import { readRestored } from './backup/restored.ts'
import { NodeError } from './chains/real.ts'
import { ConfigError, networksIn, readConfig, type Config } from './config/config.ts'
import { demoLogins } from './seed/buyers.ts'
import { nextStep } from './next-step.ts'
import { deploymentWarnings } from './config/deployment.ts'
import { endStalled, SERVER_OPTIONS } from './http/server-options.ts'
import { createMailer } from './mails/mail.ts'
import { timeText } from './texts/time-text.ts'
import { BUILT_PAGE, createMarket, type Market } from './market.ts'
import { serveOperator } from './operator/commands/control.ts'
import { startTimers } from './jobs/timers.ts'
import { readMarketName } from './market/settings.ts'
import { rateSource } from './market/rate-source.ts'
import { signerAt } from './signer/protocol/client.ts'

// Starts the market: page and API on one port, until it is told to stop.

// V8 lets a busy heap grow to several times what lives in it. Collected at 1.3 times, it leaves a small machine room.
setFlagsFromString('--heap-growing-percent=30')

/** Answers under way get so long at a stop; the poke streams never end by themselves. */
const PATIENCE = 2_000

const fail = (message: string): never => {
  console.error(`\n${message}\n`)
  process.exit(1)
}
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Says how far the first filling is: on a terminal in one line, elsewhere now and then. */
function tellProgress(): (text: string, done: number, total: number) => void {
  let last = -1
  return (text, done, total) => {
    const percent = total > 0 ? Math.floor((done / total) * 100) : 0
    if (process.stdout.isTTY) process.stdout.write(`\r${text}: ${percent} %${percent === 100 ? '\n' : ''}`)
    else if (percent === 100 || percent >= last + 25) console.log(`${text}: ${percent} %`)
    else return
    last = percent
  }
}

function listen(market: Market, { port, host }: Config): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, env) => market.fetch(request, env),
        port,
        ...(host === undefined ? {} : { hostname: host }),
        serverOptions: SERVER_OPTIONS,
      },
      (info) => resolve({ server, port: info.port }),
    ) as Server
    endStalled(server)
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
              { cause: error },
            )
          : error,
      )
    })
  })
}

async function isDemo(market: Market): Promise<boolean> {
  return (
    (await market.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', demoLogins[0]!.email)
      .where('demo', '=', true)
      .executeTakeFirst()) !== undefined
  )
}

/** Compares the settings of real networks with their nodes. @throws ChainSettingsError */
async function checkNetworks(market: Market): Promise<void> {
  try {
    await market.deposits.check()
  } catch (error) {
    if (!(error instanceof NodeError)) {
      await market.close()
      throw error
    }
    console.warn(`Warning: ${error.message}. Deposits will wait until it answers.`)
  }
}

function stopOnSignals(market: Market, server: ServerType, helpers: (() => Promise<void>)[]): void {
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(1)
    stopping = true
    const ended = Promise.all(helpers.map((end) => end()))
    const closed = new Promise<void>((done) => {
      server.close(() => done())
    })
    const impatient = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, PATIENCE)
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    await closed
    clearTimeout(impatient)
    await ended
    await market.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => fail(`The market could not be closed cleanly: ${messageOf(error)}`))
    })
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl, trustProxy, demo, testMoney, publicUrl, host, keys } = config
  for (const warning of deploymentWarnings(config)) console.warn(`Warning: ${warning}`)
  console.log(
    databaseUrl === undefined
      ? `Opening the market in ${dataDir} …`
      : 'Opening the market in the PostgreSQL of DATABASE_URL …',
  )
  const signer = config.signerSocket === undefined ? undefined : signerAt(config.signerSocket)
  signer
    ?.about()
    .catch((error: unknown) =>
      console.warn(`Warning: ${messageOf(error)}. Withdrawals will wait until it can be reached.`),
    )
  const market = await createMarket({
    dataDir,
    databaseUrl,
    trustProxy,
    publicUrl,
    mailer: createMailer(config),
    bounceSecret: config.bounceSecret,
    page: BUILT_PAGE,
    demo: demo ? tellProgress() : undefined,
    testMoney,
    ...networksIn(config),
    signer,
    keys,
    provider: config.oidc && { ...config.oidc, redirectUri: `${publicUrl}/login` },
    died: (error) => fail(`The database stopped: ${error.message}`),
  })
  await checkNetworks(market)
  const { server, port } = await listen(market, config).catch(async (error: unknown) => {
    await market.close()
    throw error
  })
  const closeControl = await serveOperator(market.db, dataDir, market).catch((error: unknown) => {
    console.error('The market command will not reach this market:', messageOf(error))
    return async () => undefined
  })
  stopOnSignals(market, server, [
    startTimers({
      ...market,
      rates: config.rateSource && rateSource(config.rateSource),
      apart: config.watchedApart,
    }),
    closeControl,
  ])
  console.log(`\n${await readMarketName(market.db)} is open:  ${publicUrl ?? `http://localhost:${port}`}`)
  if (publicUrl !== undefined) console.log(`Listens at:       http://${host ?? 'localhost'}:${port}`)
  if (await isDemo(market))
    console.log(
      `Demo logins:      ${demoLogins.map((login) => `${login.email} / ${login.password}`).join('\n                  ')}\n                  Each password is also the fund password.`,
    )
  const restored = await readRestored(dataDir)
  if (restored) console.log(`Restored:         from the backup of ${timeText(restored.backup)}`)
  console.log(`Data folder:      ${dataDir}\nTo stop it:       Ctrl-C`)
  const next = await nextStep(market.db, { address: publicUrl ?? `http://localhost:${port}`, dataDir })
  console.log(next === undefined ? '' : `\n${next}\n`)
}

start().catch((error: unknown) =>
  fail(error instanceof ConfigError ? error.message : `The market could not start: ${messageOf(error)}`),
)
