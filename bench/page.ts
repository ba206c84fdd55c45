import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { modernDexie } from '../scripts/build/modern-dexie.ts'
import { openBrowser, type Browser } from '../tests/support/browsers/browser.ts'

/** A module of this folder, built and loaded into a real Chromium. */
export interface BenchPage<M> extends Pick<Browser, 'context' | 'page'> {
  /** Calls one of the module's exports in the browser. */
  run<N extends keyof M & string>(name: N, ...args: Args<M[N]>): Promise<Result<M[N]>>
  dispose(): Promise<void>
}
type Args<F> = F extends (...args: infer A) => unknown ? A : never
type Result<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never

/** The workers and the market that a bench's page needs. */
interface Beside {
  /** Modules of workers by the name of their script, without its `.js`. */
  workers?: Record<string, string>
  /** The market that answers the page's /api. */
  api?: string
}

/**
 * Builds a module and its workers, each with all that it imports, also what it loads later; opens a page that it can
 * run in.
 */
export async function openBenchPage<M>(entry: string, { workers = {}, api }: Beside = {}): Promise<BenchPage<M>> {
  const [built] = (await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [modernDexie] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', lib: { entry: { page: entry, ...workers }, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[]
  const scripts = new Map(
    built!.output.flatMap((o) => (o.type === 'chunk' ? [[`/${o.fileName}` as string, o] as const] : [])),
  )
  const server = createServer((request, response) => {
    if (api !== undefined && request.url?.startsWith('/api/')) return pass(api, request, response)
    const script = scripts.get(request.url ?? '')
    // Isolated, so that the clock counts in steps of 5 µs.
    response.writeHead(script || request.url === '/' ? 200 : 404, {
      'Content-Type': script ? 'text/javascript' : 'text/html',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    })
    response.end(script?.code ?? '<!doctype html><title>Bench</title>')
  }).listen(0, 'localhost')
  await new Promise((done) => {
    server.on('listening', done)
  })
  const browser = await openBrowser()
  const dispose = async (): Promise<void> => {
    await browser.dispose()
    server.close()
  }
  try {
    await browser.page().goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    context: browser.context,
    page: browser.page,
    run: (name, ...args) =>
      browser.page().evaluate(
        async ([what, given]) => {
          const module = (await import('/page.js' as string)) as Record<string, (...args: unknown[]) => unknown>
          return module[what]!(...given)
        },
        [name, args] as [string, unknown[]],
      ) as never,
    dispose,
  }
}

/** Hands a request on to the market, and its answer back as it comes. */
function pass(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { host: _ours, ...headers } = request.headers
  const onward = ask(to + request.url, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}
