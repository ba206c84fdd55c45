import { createHash } from 'node:crypto'
import { tronAddressOf } from '#server/chains/networks/tron-address.ts'
import { FIRST_CONFIG, readSignerConfig, type SignerConfig } from '#server/signer/config/config.ts'
import type { Payment } from '#server/signer/protocol/protocol.ts'
import { payment, signerKeys } from '../withdrawals/signing.ts'
import { USDT } from './block.ts'
import type { TronDouble } from './double.ts'

/** The contract of USDT on the chain of a test. */
export const TOKEN = tronAddressOf(USDT)

/** The paying wallet of a test's signer. */
export const TRON_WALLET = signerKeys.tron.address

/** Settings of a signer on Nile, whose node never answers; `more` replaces parts of those of Tron. */
export const tronSettings = (more: object = {}) => ({
  limits: FIRST_CONFIG.limits,
  operators: [],
  tron: {
    ...{ network: 'nile', api: 'http://127.0.0.1:1', usdt: TOKEN, rate: '60000000', transactions: 1000, ...more },
  },
})

/** The settings of `tronSettings` as a signer reads them. */
export const tronConfig = (more?: object): SignerConfig => readSignerConfig(JSON.stringify(tronSettings(more)))

/** Settings of a signer on the network of a test, with a node that does not lie. */
export const onDouble = ({ settings }: TronDouble) => ({
  network: settings.network.genesis,
  api: `${settings.api}/honest`,
})

/** Settings without limits but those of their rate. */
export function withoutLimits(config: SignerConfig): SignerConfig {
  const most = { each: 10n ** 15n, address: 10n ** 15n, day: 10n ** 15n }
  return { ...config, limits: { USDT: [most, most, most] } }
}

/** An address, another one for each text. */
export const tronAddressNamed = (text: string): string =>
  tronAddressOf(createHash('sha256').update(text).digest('hex').slice(0, 40))

/** The id of a block. */
export const BLOCK = `${(66_987_565).toString(16).padStart(16, '0')}${'b1'.repeat(24)}`

/** A payment of 98.5 test USDT; `more` replaces parts of it. */
export const tronPayment = (more: Partial<Payment> = {}): Payment =>
  payment({ address: tronAddressNamed('somebody'), rate: '16000000', block: BLOCK, ...more })
