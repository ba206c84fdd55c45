import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createSignerProcess, PASSPHRASE, SEED } from '../../../tests/support/servers/signer-process.ts'
import { memorySigner, signedOf } from '../../../tests/support/withdrawals/signing.ts'
import { BANK, OTHER_TOKEN } from '../../../tests/support/tron/block.ts'
import { startTron, type TronDouble } from '../../../tests/support/tron/double.ts'
import { onDouble, tronConfig, tronPayment, tronSettings, TRON_WALLET } from '../../../tests/support/tron/signing.ts'
import { tronAddressOf, tronBytesOf } from '../../chains/networks/tron-address.ts'
import { signerAt } from '../protocol/client.ts'
import { runSigner } from '../command.ts'
import { openLog, type LogEntry } from '../log/log.ts'
import { logKeyOf } from '../seed.ts'

// Before a signer listens, it compares its log with when its wallet has sent a transaction last.

const secrets = { ask: async () => PASSPHRASE, close: () => undefined }
const fail = (error: Error): never => {
  throw error
}

let tron: TronDouble
beforeAll(async () => {
  tron = await startTron()
  tron.accounts.give(tronBytesOf(TRON_WALLET), { sun: 1_000_000_000n })
  tron.send([{ from: BANK, to: tronBytesOf(TRON_WALLET), amount: 1_000_000_000_000n }])
  tron.mine()
})
afterAll(() => tron.close())

/** Starts a signer with a log; resolves to the id of a transaction that it signs, once it listens. */
async function started(entries: readonly LogEntry[], more: object = {}): Promise<string> {
  const signer = await createSignerProcess(tronSettings({ ...onDouble(tron), ...more }))
  onTestFinished(() => signer.close())
  const { log } = await openLog(signer.place.log, logKeyOf(SEED))
  for (const entry of entries) await log.append(entry)
  await log.close()
  const stop = await runSigner(signer.place, secrets, fail)
  try {
    const client = signerAt(signer.place.socket)
    expect((await client.about()).wallets).toEqual({ tron: TRON_WALLET })
    return signedOf(await client.sign(tronPayment())).txid
  } finally {
    await stop()
  }
}

/** Pays from the wallet in a block, and makes blocks after it; returns the signer's entry. */
async function paid(after = 20): Promise<LogEntry> {
  const signer = memorySigner(tronConfig(onDouble(tron)), [], {}, () => tron.tip().header.timestamp)
  await tron.take(signedOf(await signer.sign(tronPayment({ block: tron.tip().id }))).raw)
  tron.mine(after)
  return signer.entries[0]!
}

it('a signer does not start where its log lacks the last transaction of its wallet', async () => {
  expect(await started([])).toHaveLength(64)
  const first = await paid()
  const lacks = `The paying wallet ${TRON_WALLET} has sent a transaction at ${new Date(
    tron.blocks[tron.blockOf(first.txid)!.height - 1]!.header.timestamp,
  ).toISOString()}, but payments.log does not have it`
  await expect(started([])).rejects.toThrow(lacks)
  expect(await started([first])).toHaveLength(64)
  const second = await paid()
  await expect(started([first])).rejects.toThrow('Copy the latest log into the folder.')
  expect(await started([first, second])).toHaveLength(64)
  // Those after it were signed and never sent, or are in no block that stays.
  const third = await paid(5)
  expect(await started([first, second])).toHaveLength(64)
  expect(await started([first, second, third])).toHaveLength(64)
  tron.mine(20)
  await expect(started([first, second])).rejects.toThrow('it lacks payments')
})

it('a signer starts with an empty log where the lost one has ended before a block that its settings name', async () => {
  const entry = await paid()
  const { height } = tron.blockOf(entry.txid)!
  await expect(started([], { firstBlock: height - 1 })).rejects.toThrow('set tron.firstBlock')
  expect(await started([], { firstBlock: height })).toHaveLength(64)
  await expect(started([], { firstBlock: tron.tip().height })).rejects.toThrow('There is no block')
})

it('a signer does not mind what others send to its wallet', async () => {
  const entry = await paid()
  tron.send([{ from: BANK, to: tronBytesOf(TRON_WALLET), amount: 5n }])
  tron.mine(20)
  expect(await started([entry])).toHaveLength(64)
})

it('a signer does not start on another network, with another token, or with a node that does not answer', async () => {
  await expect(started([], { network: 'nile' })).rejects.toThrow('tron.api is not on the network nile')
  await expect(started([], { usdt: tronAddressOf(OTHER_TOKEN) })).rejects.toThrow('tron.usdt')
  await expect(started([], { usdt: tronAddressOf(BANK) })).rejects.toThrow('shows no decimals')
  const secret = 'http://127.0.0.1:1/v3/secret'
  const error = await started([], { api: secret }).catch((reason: unknown) => reason as Error)
  expect(String(error)).toContain('NodeError: The node at 127.0.0.1:1 did not answer /wallet/getblock')
  expect(String(error)).not.toContain('secret')
})
