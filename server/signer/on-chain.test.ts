import type { Address, Hex } from 'viem'
import { getBalance, getTransactionReceipt, readContract, sendRawTransaction } from 'viem/actions'
import { expect, describe, it, onTestFinished } from 'vitest'
import { ANVIL_ID, onAnvil, rich, startAnvil, type Anvil } from '../../tests/support/ethereum/anvil.ts'
import { compileTokens } from '../../tests/support/ethereum/compile.ts'
import {
  createSignerProcess,
  PASSPHRASE,
  SEED,
  type SignerProcess,
} from '../../tests/support/servers/signer-process.ts'
import {
  ethereumConfig,
  ethereumSettings,
  etherPayment,
  memorySigner,
  signedOf,
  wallet,
} from '../../tests/support/withdrawals/signing.ts'
import { signerAt } from './protocol/client.ts'
import { runSigner } from './command.ts'
import { replacingRate } from './protocol/evm-transaction.ts'
import { openLog, type LogEntry } from './log/log.ts'
import { logKeyOf } from './seed.ts'

const ETHER = 10n ** 18n
const [title, runs] = onAnvil('on an Ethereum chain')

/** Runs a signer in a folder; resolves to its end. */
const run = ({ place }: SignerProcess) =>
  runSigner(place, { ask: async () => PASSPHRASE, close: () => undefined }, (error) => {
    throw error
  })

async function signerWith(settings: object, entries: readonly LogEntry[] = []): Promise<SignerProcess> {
  const signer = await createSignerProcess(settings)
  onTestFinished(() => signer.close())
  const { log } = await openLog(signer.place.log, logKeyOf(SEED))
  for (const entry of entries) await log.append(entry)
  await log.close()
  return signer
}

/** A chain with a token whose transfer returns nothing, and a wallet with 10 ETH and 1,000 tokens. */
async function fundedChain() {
  const anvil = await startAnvil()
  onTestFinished(() => anvil.close())
  const { Silent } = await compileTokens()
  const usdt = await anvil.deploy(Silent, 6)
  await anvil.sendEther(wallet.address, '10')
  await anvil.mint(usdt, wallet.address, 1_000_000_000n)
  const tokensOf = (address: Address) =>
    readContract(anvil.node, { address: usdt, abi: Silent.abi, functionName: 'balanceOf', args: [address] })
  return { anvil, usdt, tokensOf, more: { chainId: ANVIL_ID, rpc: anvil.url, usdt } }
}

const send = ({ node }: Anvil, { raw }: { raw: string }): Promise<Hex> =>
  sendRawTransaction(node, { serializedTransaction: raw as Hex })

describe.runIf(runs)(title, () => {
  it('payments arrive to the last unit, and a replacement takes the place of its transaction', async () => {
    const { anvil, tokensOf, more } = await fundedChain()
    const signer = memorySigner(ethereumConfig(more))
    const ether = etherPayment()
    const token = etherPayment({ asset: 'tUSDT', amount: '100000001', fee: '1500000' })
    const to = ether.address as Address
    const [first, second] = [signedOf(await signer.sign(ether)), signedOf(await signer.sign(token))]
    expect(await send(anvil, first)).toBe(`0x${first.txid}`)
    await send(anvil, second)
    const third = signedOf(await signer.sign({ ...token, rate: String(replacingRate(BigInt(token.rate))) }))
    await send(anvil, third)
    await anvil.mine()
    expect(await getBalance(anvil.node, { address: to })).toBe(98_000_000_000_000_001n)
    expect(await tokensOf(to)).toBe(98_500_001n)
    expect(await tokensOf(wallet.address)).toBe(1_000_000_000n - 98_500_001n)
    const receipts = [first, third].map(({ txid }) => getTransactionReceipt(anvil.node, { hash: `0x${txid}` }))
    const [one, other] = await Promise.all(receipts)
    const paid = [one!, other!].reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n)
    const left = await getBalance(anvil.node, { address: wallet.address })
    expect(left).toBe(10n * ETHER - 98_000_000_000_000_001n - paid)
    await expect(getTransactionReceipt(anvil.node, { hash: `0x${second.txid}` })).rejects.toThrow('could not be found')
  })

  it('a signer starts with a complete log only', async () => {
    const { anvil, more } = await fundedChain()
    const signer = memorySigner(ethereumConfig(more))
    for (let n = 0; n < 2; n++) await send(anvil, signedOf(await signer.sign(etherPayment())))
    await anvil.mine()
    // Signed, and never sent.
    signedOf(await signer.sign(etherPayment()))
    const started = async (length: number, firstNonce = 0): Promise<string> => {
      const settings = ethereumSettings({ ...more, firstNonce })
      const process = await signerWith(settings, signer.entries.slice(0, length))
      const stop = await run(process)
      try {
        const client = signerAt(process.place.socket)
        expect(await client.about()).toMatchObject({ keys: [], wallets: { ethereum: wallet.address } })
        return signedOf(await client.sign(etherPayment())).spends.join()
      } finally {
        await stop()
      }
    }
    await expect(started(1)).rejects.toThrow('sent 2 transactions, but payments.log ends before number 2: it lacks')
    await expect(started(0)).rejects.toThrow('If it is empty on purpose, set ethereum.firstNonce to 2.')
    await expect(started(0, 3)).rejects.toThrow('ethereum.firstNonce is 3')
    expect([await started(2), await started(3), await started(0, 2)]).toEqual(['2', '3', '2'])
  })

  it('a signer whose settings do not match it does not start', async () => {
    const { anvil, more } = await fundedChain()
    const { Silent, Sender } = await compileTokens()
    const cases: [object, string][] = [
      [{ chainId: 11_155_111 }, 'The node is on chain 31337, but ethereum.chainId is 11155111'],
      [{ usdt: await anvil.deploy(Silent, 18) }, 'has 18 decimals, but USDT has 6'],
      [{ usdt: rich.address }, `(${rich.address}) is not a contract`],
      [{ usdt: await anvil.deploy(Sender) }, 'is not a token'],
    ]
    for (const [other, problem] of cases)
      await expect(run(await signerWith(ethereumSettings({ ...more, ...other })))).rejects.toThrow(problem)
  })
})

it('a signer whose node does not answer does not start, and shows no secret of its address', async () => {
  const signer = await signerWith(ethereumSettings({ rpc: 'http://127.0.0.1:1/v3/secret' }))
  const error = await run(signer).catch((reason: unknown) => reason as Error)
  expect(String(error)).toContain('NodeError: The node at 127.0.0.1:1 did not answer eth_chainId: ')
  expect(String(error)).not.toContain('secret')
})
