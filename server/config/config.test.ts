import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
    throw error
  }
  return []
}

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: undefined,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'market@localhost',
      trustProxy: false,
      publicUrl: undefined,
      keys: { seal: undefined, sign: undefined },
      demo: true,
      simulatedSeconds: 2,
      watchedApart: false,
    })
  })

  it.each([
    [{ DEMO: '0' }, undefined],
    [{ DEMO: '0', SIMULATED_NETWORKS: '1' }, 2],
    [{ SIMULATED_NETWORKS: '0' }, undefined],
    [{ SIMULATED_BLOCK_SECONDS: '5' }, 5],
  ])('%j simulates networks with a block each %s seconds', (env, seconds) => {
    expect(readConfig(env).simulatedSeconds).toBe(seconds)
  })

  it('leaves the networks to a process of their own only where another process can open the database', () => {
    expect(readConfig({}).watchedApart).toBe(false)
    expect(readConfig({ WATCHER: '1', DATABASE_URL: 'postgres://localhost/market' }).watchedApart).toBe(true)
    expect(problemsOf({ WATCHER: '1' })).toEqual([
      'WATCHER must be 0 without DATABASE_URL: only one process can open the embedded database',
    ])
  })

  it('reads where rates come from', () => {
    expect(readConfig({ RATE_SOURCE: 'kraken' }).rateSource).toBe('kraken')
    expect(() => readConfig({ RATE_SOURCE: 'elsewhere' })).toThrow('RATE_SOURCE is none of: kraken')
  })

  const ethereum = {
    ...{ DEMO: '0', ETHEREUM_RPC: 'https://node.example/v3/key', ETHEREUM_CHAIN_ID: '11155111' },
    ETHEREUM_XPUB: `xpub${'6'.repeat(107)}`,
    ETHEREUM_USDT: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  }

  it('reads the settings of Ethereum, and simulates no network beside it', () => {
    const { ethereum: read, simulatedSeconds } = readConfig(ethereum)
    expect(read).toEqual({
      ...{ rpc: 'https://node.example/v3/key', chainId: 11_155_111, xpub: ethereum.ETHEREUM_XPUB },
      usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      wallet: undefined,
    })
    const wallet = { ETHEREUM_WALLET: '0x9858effd232b4033e47d90003d41ec34ecaeda94' }
    expect(readConfig({ ...ethereum, ...wallet, SIGNER_SOCKET: '/run/signer.sock' }).ethereum?.wallet).toBe(
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    )
    expect(problemsOf({ ...ethereum, ...wallet })).toEqual(['SIGNER_SOCKET is missing: ETHEREUM_WALLET needs a signer'])
    expect(simulatedSeconds).toBeUndefined()
    expect(problemsOf({ ...ethereum, ETHEREUM_RPC: '' })).toEqual(['ETHEREUM_RPC is missing: ETHEREUM_USDT needs it'])
  })

  it('has neither a demo nor test money beside a real network', () => {
    expect(problemsOf({ ...ethereum, DEMO: '', TEST_MONEY: '1', SIMULATED_NETWORKS: '1' })).toEqual([
      'DEMO must be 0 beside a real network (ETHEREUM_RPC)',
      'SIMULATED_NETWORKS must be off beside a real network (ETHEREUM_RPC)',
      'TEST_MONEY must be off beside a real network (ETHEREUM_RPC)',
    ])
  })

  it('needs the key and the token of Ethereum, and shows none of what was wrong', () => {
    expect(problemsOf({ DEMO: '0', ETHEREUM_RPC: 'https://node.example' })).toEqual([
      'ETHEREUM_XPUB is missing: ETHEREUM_RPC needs it',
      'ETHEREUM_USDT is missing: ETHEREUM_RPC needs it',
    ])
    const wrong = { ETHEREUM_XPUB: `xprv${'6'.repeat(107)}`, ETHEREUM_USDT: '0x12', ETHEREUM_CHAIN_ID: 'main' }
    expect(problemsOf({ ...ethereum, ...wrong })).toEqual([
      'ETHEREUM_CHAIN_ID is not a chain id such as 1',
      'ETHEREUM_XPUB is not an extended public key: xpub…',
      'ETHEREUM_USDT is not an address: 0x…',
    ])
  })

  const bitcoin = {
    DEMO: '0',
    BITCOIN_API: 'https://esplora.example/api',
    BITCOIN_XPUB: `zpub${'6'.repeat(107)}`,
  }

  it('reads the settings of Bitcoin, alone or beside Ethereum, and simulates no network beside it', () => {
    const main = { api: 'https://esplora.example/api', network: 'main', xpub: bitcoin.BITCOIN_XPUB }
    expect(readConfig(bitcoin)).toMatchObject({ bitcoin: main, ethereum: undefined, simulatedSeconds: undefined })
    const xpub = `vpub${'6'.repeat(107)}`
    const { bitcoin: test, ethereum: beside } = readConfig({
      ...{ ...ethereum, ...bitcoin },
      ...{ BITCOIN_NETWORK: 'signet', BITCOIN_XPUB: xpub },
    })
    expect(test).toEqual({ ...main, network: 'signet', xpub })
    expect(beside?.chainId).toBe(11_155_111)
    expect(problemsOf({ ...bitcoin, DEMO: '', TEST_MONEY: '1', SIMULATED_NETWORKS: '1' })).toEqual([
      'DEMO must be 0 beside a real network (BITCOIN_API)',
      'SIMULATED_NETWORKS must be off beside a real network (BITCOIN_API)',
      'TEST_MONEY must be off beside a real network (BITCOIN_API)',
    ])
  })

  it('needs the key of Bitcoin’s network, and shows none of what was wrong', () => {
    expect(problemsOf({ ...bitcoin, BITCOIN_XPUB: '' })).toEqual(['BITCOIN_XPUB is missing: BITCOIN_API needs it'])
    expect(problemsOf({ ...bitcoin, BITCOIN_API: '' })).toEqual(['BITCOIN_API is missing: BITCOIN_XPUB needs it'])
    const key = 'BITCOIN_XPUB is not an extended public key: zpub…, xpub…, vpub…, tpub…'
    for (const prefix of ['zprv', 'ypub', 'Zpub'])
      expect(problemsOf({ ...bitcoin, BITCOIN_XPUB: `${prefix}${'6'.repeat(107)}` })).toEqual([key])
    const other = (network: string) => [`BITCOIN_XPUB is a key of other networks than BITCOIN_NETWORK (${network})`]
    expect(problemsOf({ ...bitcoin, BITCOIN_XPUB: `tpub${'6'.repeat(107)}` })).toEqual(other('main'))
    expect(problemsOf({ ...bitcoin, BITCOIN_NETWORK: 'testnet4' })).toEqual(other('testnet4'))
    expect(problemsOf({ ...bitcoin, BITCOIN_NETWORK: 'mainnet', BITCOIN_API: 'ftp://user:secret@host' })).toEqual([
      'BITCOIN_API is no address like https://esplora.example/api',
      'BITCOIN_NETWORK is none of: main, testnet, testnet4, signet, regtest',
    ])
  })

  it('reads the wallet of Bitcoin’s network: one Taproot address, and a signer beside it', () => {
    const [main, test] = [
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    ]
    const signer = { ...bitcoin, SIGNER_SOCKET: '/run/signer.sock' }
    expect(readConfig({ ...signer, BITCOIN_WALLET: main.toUpperCase() }).bitcoin?.wallet).toBe(main)
    const signet = { BITCOIN_NETWORK: 'signet', BITCOIN_XPUB: `vpub${'6'.repeat(107)}` }
    expect(readConfig({ ...signer, ...signet, BITCOIN_WALLET: test }).bitcoin?.wallet).toBe(test)
    expect(problemsOf({ ...bitcoin, BITCOIN_WALLET: main })).toEqual([
      'SIGNER_SOCKET is missing: BITCOIN_WALLET needs a signer',
    ])
    expect(problemsOf({ SIGNER_SOCKET: '/run/signer.sock', BITCOIN_WALLET: main })).toEqual([
      'BITCOIN_API is missing: BITCOIN_WALLET needs it',
    ])
    for (const wrong of [test, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '0'])
      expect(problemsOf({ ...signer, BITCOIN_WALLET: wrong })).toEqual([
        'BITCOIN_WALLET is not a Taproot address of BITCOIN_NETWORK (main): bc1p…',
      ])
  })

  it('reads the addresses of reserves, each once, and of the market’s own networks only', () => {
    const cold = '0x9858effd232b4033e47d90003d41ec34ecaeda94'
    expect(readConfig({ ...ethereum, ETHEREUM_RESERVES: `${cold}, ${cold}` }).ethereum?.reserves).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    ])
    for (const wrong of [`${cold},`, '0x12', '0x9858EFfD232B4033E47d90003D41EC34EcaEda94'])
      expect(problemsOf({ ...ethereum, ETHEREUM_RESERVES: wrong })).toEqual([
        'ETHEREUM_RESERVES is not a list of addresses: 0x…,0x…',
      ])
    const many = Array.from({ length: 21 }, () => cold).join(',')
    expect(problemsOf({ ...ethereum, ETHEREUM_RESERVES: many })).toHaveLength(1)
    const [main, test] = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx']
    const old = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
    const read = (more: object) => readConfig({ ...bitcoin, ...more }).bitcoin?.reserves
    expect(read({ BITCOIN_RESERVES: `${main.toUpperCase()},${old}` })).toEqual([main, old])
    const signet = { BITCOIN_NETWORK: 'signet', BITCOIN_XPUB: `vpub${'6'.repeat(107)}` }
    expect(read({ ...signet, BITCOIN_RESERVES: test.toUpperCase() })).toEqual([test])
    const fault = (network: string) => [
      `BITCOIN_RESERVES is not a list of addresses of BITCOIN_NETWORK (${network}): bc1…`,
    ]
    expect(problemsOf({ ...bitcoin, BITCOIN_RESERVES: test })).toEqual(fault('main'))
    expect(problemsOf({ ...bitcoin, ...signet, BITCOIN_RESERVES: main })).toEqual(fault('signet'))
    const regtest = { ...signet, BITCOIN_NETWORK: 'regtest', BITCOIN_RESERVES: test }
    expect(problemsOf({ ...bitcoin, ...regtest })).toEqual(fault('regtest'))
    expect(problemsOf({ BITCOIN_RESERVES: main })).toEqual(['BITCOIN_API is missing: BITCOIN_RESERVES needs it'])
  })

  it('reads everything, trimmed', () => {
    expect(
      readConfig({
        PORT: ' 3000 ',
        HOST: '127.0.0.1',
        DATA_DIR: '/srv/market',
        DATABASE_URL: 'postgresql://m:p%40ss@db:5433/market',
        SMTP_URL: 'smtps://u:p@mail.example:465',
        MAIL_FROM: 'Märkte & Co <shop@example.org>',
        TRUST_PROXY: '1',
        PUBLIC_URL: 'https://Market.example/',
        DEMO: '0',
        SEAL_KEY: `${'a'.repeat(43)}=`,
        PATH: '/bin',
      }),
    ).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/market',
      databaseUrl: 'postgresql://m:p%40ss@db:5433/market',
      smtpUrl: 'smtps://u:p@mail.example:465',
      mailFrom: 'Märkte & Co <shop@example.org>',
      trustProxy: true,
      publicUrl: 'https://market.example',
      keys: { seal: `${'a'.repeat(43)}=`, sign: undefined },
      demo: false,
      watchedApart: false,
    })
  })

  it('takes an empty value for none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(readConfig({}))
  })

  it('names everything wrong at once, and no password', () => {
    const secret = 'hunter2'
    const env = {
      PORT: '80a',
      HOST: 'a b',
      DATABASE_URL: `mysql://u:${secret}@h/d`,
      SMTP_URL: `http://u:${secret}@h`,
      TRUST_PROXY: 'yes',
      PUBLIC_URL: `https://u:${secret}@market.example`,
      DEMO: 'true',
      SIGN_KEY: 'short',
    }
    expect(problemsOf(env)).toEqual([
      'PORT is no port: a whole number from 0 to 65535',
      'HOST is no host name or address',
      'DATABASE_URL is no address like postgres://user:password@host:5432/database',
      'SMTP_URL is no address like smtp://user:password@host:587',
      'MAIL_FROM is missing: with SMTP_URL, mails need a sender',
      'TRUST_PROXY is neither 0 nor 1',
      'PUBLIC_URL is no address like https://market.example, without a path',
      'DEMO is neither 0 nor 1',
      'SIGN_KEY is no key: 32 random bytes in base64, such as openssl rand -base64 32 writes',
    ])
    expect(problemsOf(env).join()).not.toContain(secret)
  })

  it.each(['-1', '65536', '1e3', '0x50', '8080.0', '99999'])('knows that %s is no port', (PORT) => {
    expect(problemsOf({ PORT })).toHaveLength(1)
  })
  it.each([
    ['0', 0],
    ['080', 80],
    ['65535', 65_535],
  ])('takes port %s', (PORT, port) => {
    expect(readConfig({ PORT }).port).toBe(port)
  })

  it.each(['shop', 'a@b\nBcc: c@d', 'A <a@b', 'A <a@b>, c@d', 'A\u0000 <a@b>', '"A" <a@b>'])(
    'sends no mail from %j',
    (MAIL_FROM) => {
      expect(problemsOf({ MAIL_FROM })).toEqual([
        'MAIL_FROM is no address like shop@example.org or Shop <shop@example.org>',
      ])
    },
  )

  it.each([
    'market.example',
    'ftp://market.example',
    'https://',
    'https://market.example/shop',
    'https://m.example?a=b',
  ])('takes no public address from %j', (PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toEqual(['PUBLIC_URL is no address like https://market.example, without a path'])
  })
  it.each(['http://localhost:8080', 'https://market.example:8443'])('takes the public address %s', (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  })

  it.each(['smtp://', 'smtp:mail', 'mail.example:25', 'not an address'])('takes no mail server from %j', (SMTP_URL) => {
    expect(problemsOf({ SMTP_URL, MAIL_FROM: 'a@b' })).toEqual([
      'SMTP_URL is no address like smtp://user:password@host:587',
    ])
  })
})
