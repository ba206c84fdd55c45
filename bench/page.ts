import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { openBrowser, type Browser } from '../tests/support/browser.ts'

/** A module of this folder, built and loaded into a real Chromium. */
export interface BenchPage<M> extends Pick<Browser, 'context' | 'page'> {
  /** Calls one of the module's exports in the browser. */
  run<N extends keyof M & string>(name: N, ...args: Args<M[N]>): Promise<Result<M[N]>>
  dispose(): Promise<void>
}
type Args<F> = F extends (...args: infer A) => unknown ? A : never
type Result<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never

/** Builds a module with all that it imports, also what it loads later, and opens a page that it can run in. */
export async function openBenchPage<M>(entry: string): Promise<BenchPage<M>> {
  const [built] = (await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[]
  const scripts = new Map(
    built!.output.flatMap((o) => (o.type === 'chunk' ? [[`/${o.fileName}` as string, o] as const] : [])),
  )
  const [address] = [...scripts].find(([, chunk]) => chunk.isEntry)!
  const server = createServer((request, response) => {
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
        async ([from, what, given]) => {
          const module = (await import(from)) as Record<string, (...args: unknown[]) => unknown>
          return module[what]!(...given)
        },
        [address, name, args] as [string, string, unknown[]],
      ) as never,
    dispose,
  }
}
