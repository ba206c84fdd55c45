import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startRegtest, type Regtest } from '../../../tests/support/bitcoin/regtest.ts'
import {
  addressNamed,
  BITCOIN_WALLET,
  bitcoinConfig,
  bitcoinPayment,
  bitcoinSettings,
} from '../../../tests/support/bitcoin/signing.ts'
import { createSignerProcess, PASSPHRASE, SEED } from '../../../tests/support/servers/signer-process.ts'
import { memorySigner, signedOf } from '../../../tests/support/withdrawals/signing.ts'
import { signerAt } from '../protocol/client.ts'
import { runSigner } from '../command.ts'
import { openLog, type LogEntry } from '../log/log.ts'
import { logKeyOf } from '../seed.ts'

// Before a signer listens, it compares its log with what its wallet has sent.

const secrets = { ask: async () => PASSPHRASE, close: () => undefined }
const fail = (error: Error): never => {
  throw error
}

let regtest: Regtest
beforeAll(async () => {
  regtest = await startRegtest()
})
afterAll(() => regtest.close())

/** Starts a signer with a log; resolves to what a payment of its spends, once it listens. */
async function started(entries: readonly LogEntry[], more: object = {}): Promise<string> {
  const signer = await createSignerProcess(bitcoinSettings({ api: regtest.settings.api, ...more }))
  onTestFinished(() => signer.close())
  const { log } = await openLog(signer.place.log, logKeyOf(SEED))
  for (const entry of entries) await log.append(entry)
  await log.close()
  const stop = await runSigner(signer.place, secrets, fail)
  try {
    const client = signerAt(signer.place.socket)
    expect((await client.about()).wallets).toEqual({ bitcoin: BITCOIN_WALLET })
    return signedOf(await client.sign(bitcoinPayment())).spends.join()
  } finally {
    await stop()
  }
}

/** Funds the wallet with an output in a block, pays from it, and returns the signer's entry. */
async function paid(): Promise<LogEntry> {
  const txid = regtest.send([[BITCOIN_WALLET, 500_000n]])
  regtest.mine()
  const signer = memorySigner(bitcoinConfig())
  const utxos = [{ txid, n: 0, amount: '500000' }]
  const { raw } = signedOf(await signer.sign(bitcoinPayment({ utxos })))
  regtest.take(Uint8Array.from(Buffer.from(raw, 'hex')))
  return signer.entries[0]!
}

it('a signer does not start where its log lacks a transaction of its wallet, in a block or waiting', async () => {
  const [first, waiting] = [await paid(), await paid()]
  // The first one is in a block with the funds of the second.
  expect(regtest.mempool.has(waiting.txid)).toBe(true)
  const lacks = (entry: LogEntry): string => `Transaction ${entry.txid} spends from the paying wallet ${BITCOIN_WALLET}`
  await expect(started([first])).rejects.toThrow(lacks(waiting))
  await expect(started([waiting])).rejects.toThrow(lacks(first))
  await expect(started([])).rejects.toThrow('Copy the latest log into the folder.')
  expect(await started([first, waiting])).toContain(':')
})

it('a signer starts with an empty log where the lost one has ended before a block that its settings name', async () => {
  const entry = await paid()
  // One that waits may be in any block.
  await expect(started([], { firstBlock: regtest.tip().height })).rejects.toThrow(entry.txid)
  regtest.mine()
  await expect(started([], { firstBlock: regtest.tip().height - 1 })).rejects.toThrow(entry.txid)
  expect(await started([], { firstBlock: regtest.tip().height })).toContain(':')
})

it('a signer looks at the latest transactions of its wallet, also at those on further pages', async () => {
  const entry = await paid()
  for (let n = 0; n < 30; n++) {
    regtest.send([[BITCOIN_WALLET, 1_000n]])
    regtest.mine()
  }
  const firstBlock = regtest.blockOf(entry.txid)!.height - 1
  await expect(started([], { firstBlock })).rejects.toThrow(entry.txid)
  expect(await started([entry], { firstBlock })).toContain(':')
})

it('a signer does not mind what others send to its wallet', async () => {
  const firstBlock = regtest.tip().height
  regtest.send([
    [BITCOIN_WALLET, 7_000n],
    [addressNamed('others'), 9_000n],
  ])
  regtest.mine()
  expect(await started([], { firstBlock })).toContain(':')
})

it('a signer does not start on another network, nor with a node that does not answer', async () => {
  await expect(started([], { network: 'signet' })).rejects.toThrow('bitcoin.api is not on the network signet')
  const secret = 'http://127.0.0.1:1/v3/secret'
  const error = await started([], { api: secret }).catch((reason: unknown) => reason as Error)
  expect(String(error)).toContain('NodeError: The node at 127.0.0.1:1 did not answer /block-height/0')
  expect(String(error)).not.toContain('secret')
})
