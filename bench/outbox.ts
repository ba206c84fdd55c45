import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { openBrowser } from '../tests/support/browser.ts'
import type { Measured } from './outbox-page.ts'

// npm run bench:outbox — a burst of 1,000 gestures through the worker's door beside bare IndexedDB, and
// what one gesture takes while 10,000 wait, in a real Chromium.

const root = fileURLToPath(new URL('.', import.meta.url))
const built = (await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: { write: false, target: 'es2022', lib: { entry: 'outbox-page.ts', formats: ['es'], fileName: 'page' } },
})) as Rolldown.RolldownOutput[]
const script = built[0]!.output[0].code
const server = createServer((request, response) => {
  const page = request.url === '/'
  response.setHeader('Content-Type', page ? 'text/html' : 'text/javascript')
  response.end(page ? '<!doctype html><title>Outbox</title>' : script)
}).listen(0, 'localhost')
await new Promise((done) => {
  server.on('listening', done)
})
const browser = await openBrowser()
try {
  await browser.page().goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  const ms = await browser
    .page()
    .evaluate(async (path: string) => ((await import(path)) as { measure(): Promise<Measured> }).measure(), '/page.js')
  const line = (what: string, a: number, b: number): void =>
    console.log(`${what}: ${a.toFixed(1)} ms against ${b.toFixed(1)} ms, ${(a / b).toFixed(2)} times`)
  line('1,000 gestures at once, through the door against bare IndexedDB', ms.burst, ms.raw)
  line('one gesture, with 10,000 waiting against none', ms.full, ms.empty)
} finally {
  await browser.dispose()
  server.close()
}
