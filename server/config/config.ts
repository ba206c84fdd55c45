import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { readAddress } from '#contract/coins/crypto-addresses.ts'
import { bitcoinNetworks, isTestNetwork, type BitcoinNetwork } from '../chains/networks/bitcoin-networks.ts'
import type { BitcoinSettings, EthereumSettings, TronSettings } from '../chains/real.ts'
import { bitcoinAddress, bitcoinReserves, ethereumReserves } from '../chains/reserve-addresses.ts'
import { tronEnv, tronOf } from './tron.ts'
import { accountKey, address } from './env-fields.ts'
import { rateSourceNames, type RateSourceName } from '../market/rate-source.ts'

/** The settings of the environment, checked and with their defaults. */
export interface Config {
  port: number
  /** The address to listen on; undefined: all of the machine's. */
  host: string | undefined
  /** Absolute. */
  dataDir: string
  /** A PostgreSQL; undefined: PGlite in the data folder. */
  databaseUrl: string | undefined
  /** A mail server; undefined: each mail becomes a file in the data folder. */
  smtpUrl: string | undefined
  /** Whom mails come from: an address, to which the market gives its name, or "Name <address>". */
  mailFrom: string
  /** The secret of the service that reports mails which came back; undefined: there is none. */
  bounceSecret: string | undefined
  /** Whether to trust the caller's address as the proxy before this server says it. */
  trustProxy: boolean
  /**
   * Where people reach the market, without a slash at its end: what mails, documents and codes to scan name, because a
   * call's Host header is whatever its caller writes. Undefined: not told.
   */
  publicUrl: string | undefined
  /** A provider of identities; undefined: people sign in with a password alone. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined
  /** Keys of the market as the environment has them, 32 bytes in base64; undefined: those of the data folder. */
  keys: { seal: string | undefined; sign: string | undefined }
  /** Whether an empty database gets the demo catalogue. */
  demo: boolean
  /** Whether each new account gets test money; undefined: as before, and at first as `demo`. */
  testMoney: boolean | undefined
  /** Seconds between two blocks of the simulated networks; undefined: nothing is simulated. */
  simulatedSeconds: number | undefined
  /** The network Ethereum; undefined: the market does not use it. */
  ethereum: EthereumSettings | undefined
  /** The network Bitcoin; undefined: the market does not use it. */
  bitcoin: BitcoinSettings | undefined
  /** The network Tron; undefined: the market does not use it. */
  tron: TronSettings | undefined
  /** The socket of the signer that signs payments; undefined: simulated ones are unsigned. */
  signerSocket: string | undefined
  /** Whether a process of its own watches the networks. */
  watchedApart: boolean
  /** The source of the rates of coins; undefined: operators set them. */
  rateSource: RateSourceName | undefined
}

/** The networks of a configuration, for every process that uses them. */
export const networksIn = ({ simulatedSeconds, ethereum, bitcoin, tron }: Config) => ({
  ...{ simulatedSeconds, ethereum, bitcoin, tron },
})

/** The environment is wrong; the message, meant for a person, names each variable and why. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(problems: readonly string[]) {
    super(`The environment is not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

const portError = 'is no port: a whole number from 0 to 65535'
const toggle = (initial: '0' | '1') => z._default(z.enum(['0', '1'], 'is neither 0 nor 1'), initial)
const mailAddress = String.raw`[^\s@<>,;:"()]+@[^\s@<>,;:"()]+`

const key = z.optional(
  z
    .string()
    .check(
      z.refine(
        (value) => /^[A-Za-z0-9+/]{43}=$/.test(value),
        'is no key: 32 random bytes in base64, such as openssl rand -base64 32 writes',
      ),
    ),
)

const ethereumAddress = z.optional(
  z.string().check(z.refine((value) => 'address' in readAddress('ethereum', value), 'is not an address: 0x…')),
)

const Env = z.object({
  PORT: z._default(
    z.string().check(z.refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, portError)),
    '8080',
  ),
  HOST: z.optional(z.string().check(z.regex(/^[\w.:%-]+$/, 'is no host name or address'))),
  DATA_DIR: z._default(z.string().check(z.regex(/^\P{Cc}+$/u, 'is no folder')), './data'),
  DATABASE_URL: address('postgres://user:password@host:5432/database', ['postgres:', 'postgresql:'], false),
  SMTP_URL: address('smtp://user:password@host:587', ['smtp:', 'smtps:']),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          new RegExp(String.raw`^(?:${mailAddress}|[^<>"\p{Cc}]*<${mailAddress}>)$`, 'u'),
          'is no address like shop@example.org or Shop <shop@example.org>',
        ),
      ),
  ),
  MAIL_BOUNCE_SECRET: z.optional(z.string().check(z.regex(/^[!-~]{32,200}$/, 'is no secret of 32 to 200 characters'))),
  TRUST_PROXY: toggle('0'),
  PUBLIC_URL: z.optional(
    z.string().check(
      z.refine((value) => {
        if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
        const url = new URL(value)
        return url.username === '' && url.password === '' && url.href === `${url.origin}/`
      }, 'is no address like https://market.example, without a path'),
    ),
  ),
  DEMO: toggle('1'),
  OIDC_ISSUER: address('https://login.example'),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string().check(z.regex(/^\P{Cc}{1,40}$/u, 'is no name'))),
  SEAL_KEY: key,
  SIGN_KEY: key,
  SIMULATED_NETWORKS: z.optional(z.enum(['0', '1'], 'is neither 0 nor 1')),
  SIMULATED_BLOCK_SECONDS: z._default(
    z.string().check(z.regex(/^(?:[1-9]\d{0,2})$/, 'is no number of seconds from 1 to 999')),
    '2',
  ),
  ETHEREUM_RPC: address('https://node.example'),
  ETHEREUM_CHAIN_ID: z._default(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'is not a chain id such as 1')), '1'),
  ETHEREUM_XPUB: accountKey,
  ETHEREUM_USDT: ethereumAddress,
  ETHEREUM_WALLET: ethereumAddress,
  ETHEREUM_RESERVES: z.optional(
    z.string().check(z.refine((value) => ethereumReserves(value) !== undefined, 'is not a list of addresses: 0x…,0x…')),
  ),
  BITCOIN_API: address('https://esplora.example/api'),
  BITCOIN_NETWORK: z._default(z.enum(bitcoinNetworks, `is none of: ${bitcoinNetworks.join(', ')}`), 'main'),
  BITCOIN_XPUB: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[xztv]pub[1-9A-HJ-NP-Za-km-z]{107,108}$/,
          'is not an extended public key: zpub…, xpub…, vpub…, tpub…',
        ),
      ),
  ),
  BITCOIN_WALLET: z.optional(z.string()),
  BITCOIN_RESERVES: z.optional(z.string()),
  ...tronEnv,
  SIGNER_SOCKET: z.optional(z.string().check(z.regex(/^\P{Cc}{1,100}$/u, 'is not a path of at most 100 characters'))),
  WATCHER: toggle('0'),
  RATE_SOURCE: z.optional(z.enum(rateSourceNames, `is none of: ${rateSourceNames.join(', ')}`)),
  TEST_MONEY: z.optional(z.enum(['0', '1'], 'is neither 0 nor 1')),
})

/** The names of all settings that the environment may have. */
export const settingNames = Object.keys(Env.def.shape)

/** The real networks: the setting that turns each on, the ones that it needs, and its others. */
const realNetworks = [
  {
    on: 'ETHEREUM_RPC',
    needs: ['ETHEREUM_USDT', 'ETHEREUM_XPUB'],
    others: ['ETHEREUM_CHAIN_ID', 'ETHEREUM_WALLET', 'ETHEREUM_RESERVES'],
  },
  {
    on: 'BITCOIN_API',
    needs: ['BITCOIN_XPUB'],
    others: ['BITCOIN_NETWORK', 'BITCOIN_WALLET', 'BITCOIN_RESERVES'],
  },
  {
    on: 'TRON_API',
    needs: ['TRON_USDT', 'TRON_XPUB'],
    others: ['TRON_SOLIDITY_API', 'TRON_NETWORK', 'TRON_WALLET', 'TRON_RESERVES'],
  },
] as const

/** The settings of the wallets from which a signer pays. */
const wallets = ['ETHEREUM_WALLET', 'BITCOIN_WALLET', 'TRON_WALLET']

/** The problems of the settings of real networks beside each other and beside those of play, by their names. */
function* realProblems(given: Readonly<Record<string, string>>): Generator<[name: string, problem: string]> {
  const paysFrom = wallets.find((name) => given[name] !== undefined)
  if (paysFrom !== undefined && given['SIGNER_SOCKET'] === undefined)
    yield ['SIGNER_SOCKET', `is missing: ${paysFrom} needs a signer`]
  for (const { on, needs, others } of realNetworks) {
    for (const name of [...needs, ...others])
      if (given[name] !== undefined && given[on] === undefined) yield [on, `is missing: ${name} needs it`]
    if (given[on] === undefined) continue
    for (const name of needs) if (given[name] === undefined) yield [name, `is missing: ${on} needs it`]
    for (const name of ['SIMULATED_NETWORKS', 'TEST_MONEY'])
      if (given[name] === '1') yield [name, `must be off beside a real network (${on})`]
    if (given['DEMO'] !== '0') yield ['DEMO', `must be 0 beside a real network (${on})`]
  }
  const network = bitcoinNetworks.find((one) => one === (given['BITCOIN_NETWORK'] ?? 'main'))
  const key = given['BITCOIN_XPUB']
  if (network && key !== undefined && /^[tv]pub/.test(key) !== isTestNetwork(network))
    yield ['BITCOIN_XPUB', `is a key of other networks than BITCOIN_NETWORK (${network})`]
  const wallet = given['BITCOIN_WALLET']
  if (network && wallet !== undefined && !taprootWallet(wallet, network))
    yield ['BITCOIN_WALLET', `is not a Taproot address of BITCOIN_NETWORK (${network}): bc1p…`]
  const reserves = given['BITCOIN_RESERVES']
  if (network && reserves !== undefined && !bitcoinReserves(reserves, network))
    yield ['BITCOIN_RESERVES', `is not a list of addresses of BITCOIN_NETWORK (${network}): bc1…`]
}

/**
 * Reads the configuration from the environment; throws a ConfigError that names everything wrong at once. An empty
 * value counts as none.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    settingNames.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  )
  const read = Env.safeParse(given)
  const problems = new Map(
    read.success ? [] : read.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
  )
  if (given['SMTP_URL'] !== undefined && given['MAIL_FROM'] === undefined)
    problems.set('MAIL_FROM', 'is missing: with SMTP_URL, mails need a sender')
  if (given['OIDC_ISSUER'] !== undefined)
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'])
      if (given[name] === undefined) problems.set(name, 'is missing: OIDC_ISSUER needs it')
  if (given['WATCHER'] === '1' && given['DATABASE_URL'] === undefined)
    problems.set('WATCHER', 'must be 0 without DATABASE_URL: only one process can open the embedded database')
  for (const [name, problem] of realProblems(given)) if (!problems.has(name)) problems.set(name, problem)
  if (!read.success || problems.size > 0)
    throw new ConfigError(settingNames.flatMap((name) => (problems.has(name) ? [`${name} ${problems.get(name)}`] : [])))
  const values = read.data
  return {
    port: Number(values.PORT),
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? 'market@localhost',
    bounceSecret: values.MAIL_BOUNCE_SECRET,
    trustProxy: values.TRUST_PROXY === '1',
    publicUrl: values.PUBLIC_URL === undefined ? undefined : new URL(values.PUBLIC_URL).origin,
    oidc:
      values.OIDC_ISSUER === undefined
        ? undefined
        : {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID!,
            clientSecret: values.OIDC_CLIENT_SECRET!,
            name: values.OIDC_NAME ?? new URL(values.OIDC_ISSUER).hostname,
          },
    keys: { seal: values.SEAL_KEY, sign: values.SIGN_KEY },
    demo: values.DEMO === '1',
    simulatedSeconds:
      (values.SIMULATED_NETWORKS ?? values.DEMO) === '1' ? Number(values.SIMULATED_BLOCK_SECONDS) : undefined,
    ethereum: ethereumOf(values),
    bitcoin: bitcoinOf(values),
    tron: tronOf(values),
    signerSocket: values.SIGNER_SOCKET,
    watchedApart: values.WATCHER === '1',
    rateSource: values.RATE_SOURCE,
    testMoney: values.TEST_MONEY === undefined ? undefined : values.TEST_MONEY === '1',
  }
}

/** The settings of Ethereum in an environment that has all of them or none. */
function ethereumOf(values: z.infer<typeof Env>): EthereumSettings | undefined {
  const { ETHEREUM_RPC: rpc, ETHEREUM_CHAIN_ID: chainId, ETHEREUM_XPUB: xpub, ETHEREUM_USDT: usdt } = values
  if (rpc === undefined || xpub === undefined || usdt === undefined) return undefined
  const { ETHEREUM_RESERVES: reserves, ETHEREUM_WALLET: wallet } = values
  return {
    ...{ rpc, chainId: Number(chainId), xpub, usdt: canonical(usdt)!, wallet: canonical(wallet) },
    ...(reserves !== undefined && { reserves: ethereumReserves(reserves) }),
  }
}

/** The settings of Bitcoin in an environment that has all of them or none. */
function bitcoinOf(values: z.infer<typeof Env>): BitcoinSettings | undefined {
  const { BITCOIN_API: api, BITCOIN_NETWORK: network, BITCOIN_XPUB: xpub } = values
  if (api === undefined || xpub === undefined) return undefined
  const { BITCOIN_RESERVES: reserves, BITCOIN_WALLET: wallet } = values
  return {
    ...{ api, network, xpub, wallet: wallet === undefined ? undefined : taprootWallet(wallet, network) },
    ...(reserves !== undefined && { reserves: bitcoinReserves(reserves, network) }),
  }
}

/** A Taproot address of a network, in lower case; undefined where a text is none. */
function taprootWallet(text: string, network: BitcoinNetwork): string | undefined {
  const address = bitcoinAddress(text, network)
  return address !== undefined && /^[a-z]+1p[^1]{58}$/.test(address) ? address : undefined
}

/** An address in the mixed case of EIP-55. */
function canonical(address = ''): string | undefined {
  const read = readAddress('ethereum', address)
  return 'address' in read ? read.address : undefined
}
