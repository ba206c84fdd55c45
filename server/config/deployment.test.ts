import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { createProxyWatch, deploymentWarnings, isLocalHost } from './deployment.ts'

/** The variables that each warning begins with, or names. */
const warned = (env: Record<string, string>): string[] =>
  deploymentWarnings(readConfig(env)).map((text) => text.slice(0, text.indexOf(':')))

const PUBLIC = { PUBLIC_URL: 'https://market.example', SMTP_URL: 'smtp://m', MAIL_FROM: 'a@b' }
const RIGHT = { ...PUBLIC, TRUST_PROXY: '1', HOST: '127.0.0.1', DEMO: '0' }

describe('the warnings of a configuration', () => {
  it('are none for a demo at home, nor for the line of the README with a mail server', () => {
    expect(warned({})).toEqual([])
    expect(warned({ PUBLIC_URL: 'http://localhost:8080' })).toEqual([])
    expect(warned(RIGHT)).toEqual([])
  })

  it.each([
    [{ HOST: '' }, 'TRUST_PROXY is on, but the market listens on all addresses'],
    [{ HOST: '0.0.0.0' }, 'TRUST_PROXY is on, but the market listens on all addresses'],
    [{ HOST: '::' }, 'TRUST_PROXY is on, but the market listens on all addresses'],
    [{ TRUST_PROXY: '0' }, 'PUBLIC_URL is set, but TRUST_PROXY is off'],
    [{ DEMO: '1' }, 'DEMO is on for a public market'],
    [{ PUBLIC_URL: 'http://market.example' }, 'PUBLIC_URL is not https'],
    [{ SMTP_URL: '' }, 'SMTP_URL is not set'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  ])('name what is wrong with %j', (change, text) => {
    expect(warned({ ...RIGHT, ...change })).toEqual([text])
  })

  it.each([{ TRUST_PROXY: '1', HOST: '127.0.0.1' }, { DEMO: '0' }, { SMTP_URL: 'smtp://m', MAIL_FROM: 'a@b' }])(
    'ask for the public address with %j',
    (env) => {
      expect(warned(env)).toEqual(['PUBLIC_URL is not set'])
    },
  )
})

describe('the watch for a proxy that is not trusted', () => {
  const through = new Headers({ 'X-Forwarded-For': '203.0.113.7' })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.18.0.2', '192.168.1.1', 'fd00::1'])(
    'warns once of one at %s',
    (remote) => {
      const warnings: string[] = []
      const watch = createProxyWatch(false, (text) => warnings.push(text))
      for (let i = 0; i < 3; i++) watch(through, remote)
      expect(warnings).toEqual([expect.stringContaining('set TRUST_PROXY=1')])
    },
  )

  it('says nothing of callers who only claim one, nor where it is trusted or there is none', () => {
    const warnings: string[] = []
    createProxyWatch(false, (text) => warnings.push(text))(through, '203.0.113.9')
    createProxyWatch(false, (text) => warnings.push(text))(through, undefined)
    createProxyWatch(false, (text) => warnings.push(text))(new Headers(), '127.0.0.1')
    createProxyWatch(true, (text) => warnings.push(text))(through, '127.0.0.1')
    expect(warnings).toEqual([])
  })
})

it.each([
  ['localhost', true],
  ['market.localhost', true],
  ['127.0.0.2', true],
  ['[::1]', true],
  ['127.0.0.1.example.org', false],
  ['localhost.example.org', false],
  ['0.0.0.0', false],
])('whether %s is this machine: %s', (host, local) => {
  expect(isLocalHost(host)).toBe(local)
})
