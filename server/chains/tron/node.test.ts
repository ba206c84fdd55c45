import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTron, type TronDouble } from '../../../tests/support/tron/double.ts'
import { NodeError } from '../real.ts'
import { tronNode } from './node.ts'

let tron: TronDouble
beforeAll(async () => {
  tron = await startTron()
})
afterAll(() => tron.close())
beforeEach(() => {
  tron.lie(undefined)
  tron.asked.length = 0
})

const [LAST, LIST] = ['/wallet/getblock', '/wallet/getblockbylimitnext']
const Block = z.object({ blockID: z.string() })
const open = (api = tron.settings.api, timing = {}) => tronNode(api, tron.settings.api, { pauses: [1, 1], ...timing })
const last = (node = open()) => node.ask(LAST, { detail: false }, Block)
const range = async (node = open(), startNum = 3, count = 2) => {
  const ids: string[] = []
  for await (const { blockID } of await node.list(LIST, { startNum, endNum: startNum + count }, Block, 'block'))
    ids.push(blockID)
  return ids
}

it('answers what the API has, at the address of each part', async () => {
  expect((await last()).blockID).toBe(tron.tip().id)
  expect(await range()).toEqual(tron.blocks.slice(3, 5).map(({ id }) => id))
  expect(await range(open(), 9_999)).toEqual([])
  const other = await startTron()
  const node = tronNode(tron.settings.api, other.settings.api)
  await node.ask('/walletsolidity/getblock', {}, Block)
  await node.ask(LAST, {}, Block)
  expect([tron.asked.at(-1)?.path, other.asked.map(({ path }) => path)]).toEqual([LAST, ['/walletsolidity/getblock']])
  await other.close()
})

it.each(['busy', 'out of quota', 'no resources'] as const)(
  'repeats a request twice where the node has too much to do (%s), and no more',
  async (how) => {
    tron.lie(how, { times: 2 })
    expect((await last()).blockID).toBe(tron.tip().id)
    expect(tron.asked).toHaveLength(3)
    tron.lie(how)
    await expect(range()).rejects.toThrow(/the status was 4|lack of computing resources/)
    expect(tron.asked).toHaveLength(6)
  },
)

it('shows the words of a node that keeps too little, and refuses answers of another form', async () => {
  tron.lie('lite')
  await expect(last()).rejects.toThrow('this node is a lite fullnode')
  tron.lie('text')
  await expect(range()).rejects.toThrow('<html>hello')
  tron.lie(undefined)
  await expect(open().ask(LAST, {}, z.object({ hash: z.string() }))).rejects.toThrow('another form than java-tron’s')
  await expect(open().ask('/wallet/nothing', {}, Block)).rejects.toThrow('the status was 404')
  const list = await open().list('/wallet/getblock', {}, Block)
  await expect(list[Symbol.asyncIterator]().next()).rejects.toThrow('the answer is no list')
})

it('follows no redirect, and reads no more than a bounded answer', async () => {
  tron.lie('redirect')
  await expect(last()).rejects.toThrow('the status was 302')
  expect(tron.asked).toHaveLength(1)
  tron.lie('large')
  await expect(last()).rejects.toThrow('more than 2000000 bytes')
  await expect(range()).rejects.toThrow('more than 100000000 bytes')
})

it('waits for a slow answer for a bounded time', async () => {
  tron.lie('slow')
  const since = performance.now()
  await expect(last(open(undefined, { timeout: 300 }))).rejects.toThrow('no whole answer in 0.3 s')
  expect(performance.now() - since).toBeLessThan(5_000)
})

it('sends a key of its address in a header, and shows of it nothing but the host', async () => {
  const { port } = new URL(tron.settings.api)
  const node = open(`http://key-of-the-market@127.0.0.1:${port}`)
  await last(node)
  expect(tron.headers).toMatchObject({ 'tron-pro-api-key': 'key-of-the-market', 'content-type': 'application/json' })
  expect(tron.headers.authorization).toBeUndefined()
  await last(open(`http://somebody:secret-word@127.0.0.1:${port}/v3/0123456789abcdef`))
  expect(tron.headers.authorization).toBe(`Basic ${Buffer.from('somebody:secret-word').toString('base64')}`)
  expect(tron.headers['tron-pro-api-key']).toBeUndefined()
  tron.lie('busy')
  const errors = [
    await last(node).catch((error: unknown) => error),
    await last(open('http://key-of-the-market@127.0.0.1:9')).catch((error: unknown) => error),
    node.wrong(LAST, 'about key-of-the-market'),
  ]
  for (const error of errors) {
    expect(error).toBeInstanceOf(NodeError)
    expect(`${(error as Error).stack} ${String((error as Error).cause)}`).not.toContain('key-of-the-market')
    expect((error as Error).message).toContain('The node at 127.0.0.1:')
  }
})
