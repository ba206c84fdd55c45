import { randomUUID } from 'node:crypto'
import { APPROVAL_ALGORITHM, approvalText, type Approval, type Approved } from '#contract/withdrawals/approval.ts'
import { FIRST_CONFIG, readSignerConfig, type SignerConfig } from '#server/signer/config/config.ts'
import { bitcoinKeysOf, evmKeysOf, tronKeysOf } from '#server/signer/keys.ts'
import type { LogEntry } from '#server/signer/log/log.ts'
import type { Payment, SignAnswer, SignedTransaction } from '#server/signer/protocol/protocol.ts'
import { createSigner, type SignerKeys } from '#server/signer/signer.ts'
import { SEED } from '../servers/signer-process.ts'

const { subtle } = globalThis.crypto

const base64 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64')

/** An operator with an approval key. */
export interface SigningOperator {
  key: string
  /** `at`: when it is signed (Unix ms). */
  sign(withdrawal: Approved, at?: number): Promise<Approval>
}

/** Makes an approval key. */
export async function signingOperator(): Promise<SigningOperator> {
  const { publicKey, privateKey } = await subtle.generateKey(APPROVAL_ALGORITHM, false, ['sign', 'verify'])
  const key = base64(await subtle.exportKey('raw', publicKey))
  return {
    key,
    async sign(withdrawal, at = Date.now()) {
      const text = new TextEncoder().encode(approvalText(withdrawal, at))
      return { key, at, signature: base64(await subtle.sign(APPROVAL_ALGORITHM, privateKey, text)) }
    },
  }
}

/** The default settings with these operators. */
export const signerConfig = (operators: readonly SigningOperator[] = []): SignerConfig =>
  readSignerConfig(
    JSON.stringify({
      ...FIRST_CONFIG,
      operators: operators.map(({ key }, n) => ({ name: `Operator ${n + 1}`, keys: [key] })),
    }),
  )

/** A payment of 100 test USDT on the simulated Tron network; `more` replaces parts of it. */
export const payment = (more: Partial<Payment> = {}): Payment => ({
  ...{ id: randomUUID(), network: 'tron', asset: 'tUSDT', address: 'test-tron-00112233445566778899' },
  ...{ amount: '100000000', fee: '1500000', rate: '10', approvals: [], ...more },
})

/** Settings of a signer on an Ethereum network for tests; `more` replaces parts of them. */
export const ethereumSettings = (more: object = {}) => ({
  limits: FIRST_CONFIG.limits,
  operators: [],
  ethereum: {
    ...{ chainId: 31_337, rpc: 'http://127.0.0.1:1', usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    ...{ rate: '100000000000', transactions: 1000, ...more },
  },
})

/** The settings of `ethereumSettings` as a signer reads them. */
export const ethereumConfig = (more?: object): SignerConfig => readSignerConfig(JSON.stringify(ethereumSettings(more)))

/** A payment of 0.1 test ETH and 1 wei on such a network; `more` replaces parts of it. */
export const etherPayment = (more: Partial<Payment> = {}): Payment =>
  payment({
    ...{ network: 'ethereum', asset: 'tETH', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    ...{ amount: '100000000000000001', fee: '2000000000000000', rate: '2000000000', ...more },
  })

const [evm, bitcoin, tron] = await Promise.all([evmKeysOf(SEED), bitcoinKeysOf(SEED, 'regtest'), tronKeysOf(SEED)])

/** The paying wallet of a test's signer on Ethereum. */
export const { wallet } = evm

/** The extended public keys of its deposit addresses, those of Bitcoin on a test network. */
export const signerXpubs = { ethereum: evm.xpub, bitcoin: bitcoin.xpub }

/** The keys of a test's signer, with those of Bitcoin's test networks. */
export const signerKeys: SignerKeys = {
  ...{ evm: wallet, bitcoin: bitcoin.wallet, tron: tron.wallet },
  deposits: { evm: evm.deposit, bitcoin: bitcoin.deposit },
}

/**
 * A signer with a log in memory. `entries`: the log; `keys`: other keys; `clock.now`: its time (Unix ms), unless `time`
 * says it.
 */
export function memorySigner(
  config: SignerConfig,
  entries: LogEntry[] = [],
  keys: Partial<SignerKeys> = {},
  time?: () => number,
) {
  const clock = { now: 1_800_000_000_000 }
  const log = { append: async (entry: LogEntry) => void entries.push(entry) }
  const parts = { config, keys: { ...signerKeys, ...keys }, log, entries: [...entries], now: time ?? (() => clock.now) }
  const signer = createSigner(parts)
  return { ...signer, entries, clock }
}

/** The transaction of an answer. @throws Error where it is a refusal */
export function signedOf(answer: SignAnswer): SignedTransaction {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`)
  return answer
}
