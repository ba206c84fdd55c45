import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startRegtest, type Regtest } from '../../../tests/support/bitcoin/regtest.ts'
import { bitcoinNode } from './node.ts'
import { NodeError } from '../real.ts'

let regtest: Regtest
beforeAll(async () => {
  regtest = await startRegtest()
})
afterAll(() => regtest.close())
beforeEach(() => {
  regtest.lie(undefined)
  regtest.asked.length = 0
})

const TIP = '/blocks/tip/hash'
const node = () => bitcoinNode(regtest.settings.api, [1, 1])

it('answers what the API has, and undefined for what it does not have', async () => {
  expect(await node().hash(TIP)).toBe(regtest.tip().hash)
  expect(await node().hash('/block-height/9999')).toBeUndefined()
  expect((await node().raw(`/block/${regtest.tip().hash}/raw`))?.equals(regtest.tip().raw)).toBe(true)
  const { origin } = new URL(regtest.settings.api)
  for (const api of [`${regtest.settings.api}/?key=abc`, origin, `${origin}/`])
    expect(await bitcoinNode(api).hash(TIP)).toBe(regtest.tip().hash)
  expect(regtest.asked.slice(-3)).toEqual([TIP, TIP, TIP])
  expect(regtest.searched).toBe('?key=abc')
})

it('repeats a request twice where the node has too much to do, and no more', async () => {
  regtest.lie('busy', { times: 2 })
  expect(await node().hash(TIP)).toBe(regtest.tip().hash)
  expect(regtest.asked).toHaveLength(3)
  regtest.lie('busy')
  await expect(node().hash(TIP)).rejects.toThrow('the status was 429')
  expect(regtest.asked).toHaveLength(6)
})

it('follows no redirect, and reads no more than a bounded answer', async () => {
  regtest.lie('redirect')
  await expect(node().hash(TIP)).rejects.toThrow('the status was 302')
  expect(regtest.asked).toHaveLength(1)
  regtest.lie('large')
  await expect(node().hash(TIP)).rejects.toThrow('more than 2000000 bytes')
  await expect(node().raw(TIP)).rejects.toThrow('more than 4000000 bytes')
})

it('waits for a slow answer for a bounded time', async () => {
  regtest.lie('slow')
  const since = performance.now()
  await expect(bitcoinNode(regtest.settings.api, [], 300).hash(TIP)).rejects.toThrow('no whole answer in 0.3 s')
  expect(performance.now() - since).toBeLessThan(5_000)
})

it('refuses answers of another form', async () => {
  await expect(node().hash(`/block/${regtest.tip().hash}`)).rejects.toThrow('is no hash')
  await expect(node().json(TIP, z.object({}))).rejects.toThrow('another form')
})

it('shows of its address nothing but the host, and sends its user and password', async () => {
  const secret = 'key-of-user:secret-word@127.0.0.1:9/v3/0123456789abcdef?token=abcdef'
  const errors = [
    await bitcoinNode(`http://${secret}`)
      .hash(TIP)
      .catch((error: unknown) => error),
    bitcoinNode(`http://${secret}`).wrong('/path', `about http://${secret} and secret-word`),
  ]
  const { port } = new URL(regtest.settings.api)
  for (const how of ['busy', 'redirect'] as const) {
    regtest.lie(how)
    errors.push(
      await bitcoinNode(`http://${secret.replace(':9/', `:${port}/`)}`, [])
        .hash(TIP)
        .catch((e: unknown) => e),
    )
  }
  for (const error of errors) {
    expect(error).toBeInstanceOf(NodeError)
    expect(`${(error as Error).stack} ${String((error as Error).cause)}`).not.toMatch(
      /secret-word|key-of-user|0123456789abcdef|token/,
    )
    expect((error as Error).message).toContain('The node at 127.0.0.1:')
  }
  expect(regtest.authorized).toBe(`Basic ${Buffer.from('key-of-user:secret-word').toString('base64')}`)
})
