import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripTypeScriptTypes } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missing } from './install.ts'
import { openPhone, type Phone } from './phone.ts'
import { webkit } from './webkit.ts'

// WebKit never ends the transactions of a terminated worker's connection when several of them ran. Nothing here but a
// page, a worker, and the product's way around it: worker/env/connections.ts.

const WORKER = `
import { withConnections } from '/connections.js'
const tables = ['a', 'b', 'c']
const idb = location.search === '?bare' ? indexedDB : withConnections(indexedDB)
const opened = new Promise((resolve, reject) => {
  const request = idb.open('things', 1)
  request.onupgradeneeded = () => tables.forEach((table) => request.result.createObjectStore(table))
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})
const act = async (mode, among) => {
  const transaction = (await opened).transaction(among, mode)
  const table = transaction.objectStore(among[0])
  for (let i = 0; i < 3; i++) mode === 'readonly' ? table.get(i) : table.put(i, i)
  return new Promise((resolve) => { transaction.oncomplete = resolve })
}
onmessage = async () => {
  await act('readwrite', tables)
  postMessage('wrote')
  for (let i = 0; i < 4; i++) void (async () => {
    for (let n = i; ; n++) await act(n % 3 === 0 ? 'readwrite' : 'readonly', [tables[n % 3]])
  })()
}`

const PAGE = `<!doctype html><script>
/** Terminates workers in the midst of their transactions; how many could write before one could not. */
async function terminate(times, kind) {
  for (let turn = 0; turn < times; turn++) {
    const worker = new Worker('/worker.js' + kind, { type: 'module' })
    worker.postMessage('go')
    const late = new Promise((resolve) => setTimeout(resolve, 15000, 'nothing'))
    const word = new Promise((resolve) => { worker.onmessage = resolve })
    if ((await Promise.race([word, late])) === 'nothing') return turn
    await new Promise((resolve) => setTimeout(resolve, 20 + turn))
    worker.terminate()
  }
  return times
}
</script>`

const absent = await missing('webkit')
describe.skipIf(absent !== undefined)(absent === undefined ? 'webkit' : `webkit (${absent})`, () => {
  let server: Server
  let url: string
  let phone: Phone
  beforeAll(async () => {
    const path = new URL('../../../worker/env/connections.ts', import.meta.url)
    const files: Record<string, [string, string]> = {
      '/': ['text/html', PAGE],
      '/worker.js': ['text/javascript', WORKER],
      '/connections.js': ['text/javascript', stripTypeScriptTypes(await readFile(path, 'utf8'))],
    }
    server = createServer((request, response) => {
      const [type, text] = files[request.url!.split('?')[0]!] ?? ['text/plain', '']
      response.writeHead(200, { 'content-type': type }).end(text)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://localhost:${(server.address() as AddressInfo).port}/`
    phone = await openPhone(webkit)
  })
  afterAll(async () => {
    await phone?.dispose()
    server?.close()
  })

  it('a worker terminated in the midst of transactions keeps nobody from writing', async () => {
    await phone.tab().goto(url)
    expect(await phone.tab().run<number>("terminate(20, '')")).toBe(20)
  })
})
