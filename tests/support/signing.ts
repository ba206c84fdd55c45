import { randomUUID } from 'node:crypto'
import { APPROVAL_ALGORITHM, approvalText, type Approval, type Approved } from '#contract/rules/withdrawal-approval.ts'
import { FIRST_CONFIG, readSignerConfig, type SignerConfig } from '#server/signer/config.ts'
import type { LogEntry } from '#server/signer/log.ts'
import type { Payment, SignAnswer, SignedTransaction } from '#server/signer/protocol.ts'
import { createSigner } from '#server/signer/signer.ts'

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

/** A signer with a log in memory. `entries`: the log; `clock.now`: its time (Unix ms). */
export function memorySigner(config: SignerConfig, entries: LogEntry[] = []) {
  const clock = { now: 1_800_000_000_000 }
  const log = { append: async (entry: LogEntry) => void entries.push(entry) }
  const signer = createSigner({ config, log, entries: [...entries], now: () => clock.now })
  return { ...signer, entries, clock }
}

/** The transaction of an answer. @throws Error where it is a refusal */
export function signedOf(answer: SignAnswer): SignedTransaction {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`)
  return answer
}
