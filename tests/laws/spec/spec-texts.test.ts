import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { PROMISES } from '#contract/market/promises.ts'
import { LOAD_LIMIT } from '../../../src/data/loading/load-chunk.ts'
import { version } from '../../../src/features/settings/version.ts'
import en from '#locales/en.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../..', import.meta.url))

type Tree = { [name: string]: string | Tree }
const textOf = (key: string): unknown =>
  key.split('.').reduce<string | Tree | undefined>((tree, name) => (tree as Tree | undefined)?.[name], en as Tree)
/** Whether a module of one of these folders or files says a text. */
const isUsed = (key: string, where: readonly string[]): boolean =>
  globSync(
    where.map((folder) => (folder.includes('.') ? folder : `${folder}/**/*.{ts,tsx}`)),
    { cwd: root },
  ).some((file) => readFileSync(`${root}/${file}`, 'utf8').includes(`'${key}'`))

// Specification §5 and §8, written out by hand: each message word for word, its key, and where it is said.
const account = ['src/features/account']
const settings = ['src/features/settings']
const specified: readonly [text: string, key: string, where: readonly string[]][] = [
  ['Please enter username', 'register.enterUsername', account],
  ['Please enter username', 'settings.enterUsername', settings],
  ['Please enter password', 'login.enterPassword', account],
  ['Please enter password', 'register.enterPassword', account],
  ['Please confirm password', 'register.enterConfirm', account],
  ['Please confirm password', 'settings.enterRepeat', settings],
  ['Please enter your email', 'login.enterEmail', account],
  ['Please enter your email', 'register.enterEmail', account],
  ['Please enter the original password', 'settings.enterOriginal', settings],
  ['Please enter a new password', 'settings.enterNew', settings],
  ['Please enter a new password', 'reset.enterNew', account],
  ['The passwords entered twice do not match.', 'refusals.passwordMismatch', account],
  ['The passwords entered twice do not match.', 'refusals.passwordMismatch', settings],
  ['Insufficient balance', 'refusals.insufficientBalance', ['src/features/orders', 'src/features/wallet']],
  ['Product already in favorite', 'refusals.alreadyFavourite', ['src/features/cart']],
  ['Your area is not open yet', 'refusals.areaNotOpen', ['src/features', 'contract/wire/refusal-reasons.ts']],
  ['Please select product', 'cart.pleaseSelect', ['src/features/cart']],
  ['Please enter the store name', 'merchant.wrong.storeName', ['src/features/merchants']],
  ['Please enter your real name', 'merchant.wrong.realName', ['src/features/merchants']],
  ["You haven't signed yet", 'refusals.notSigned', ['src/features/merchants']],
  ['Please login first', 'refusals.pleaseLogin', ['src/features', 'contract/wire/refusal-reasons.ts']],
  ['New update available! Refresh to apply.', 'update.available', ['src/app/shell']],
  ['Update Now', 'update.now', ['src/app/shell']],
]
/** Refusals are said by their reason, wherever one comes, and what is wrong with an application by its fault. */
const byReason = (key: string): boolean => /^refusals\.(?:areaNotOpen|pleaseLogin)$|^merchant\.wrong\./.test(key)

describe('the messages of the specification (§5, §8)', () => {
  it.each(specified)('%s (%s)', (text, key, where) => {
    expect(textOf(key)).toBe(text)
    expect(byReason(key) ? isUsed(key.split('.').at(-1)!, where) : isUsed(key, where), 'is said').toBe(true)
  })

  it('and of the order confirmation (§2)', () => {
    expect(textOf('success.placing')).toBe('Creating order')
    expect(isUsed('placing', ['src/features/orders/payment/success-screen.tsx'])).toBe(true)
  })

  it('and a request that failed without a word', () => {
    expect(textOf('refusals.requestFailed')).toMatch(/^Interface request failed/)
  })
})

// Each by its sense, in the store's words.
describe('the successes of the specification (§8)', () => {
  it.each([
    ['send succeeded', 'register.codeSent', 'src/parts'],
    ['avatar changed', 'settings.avatarChanged', 'src/features/settings'],
    ['added to cart success', 'goods.added', 'src/features/goods'],
    ['collected', 'goods.collected', 'src/parts'],
    ['collection cancelled', 'goods.uncollected', 'src/parts'],
    ['delete succeeded', 'addresses.deleted', 'src/features/addresses'],
    ['submission succeeded', 'merchant.saved', 'src/features/merchants'],
  ])('%s is said (%s)', (_text, key, where) => {
    expect(textOf(key)).toEqual(expect.any(String))
    expect(isUsed(key, [where])).toBe(true)
  })
})

describe('the constants of the specification (§9)', () => {
  const code = (file: string): string => readFileSync(`${root}/${file}`, 'utf8')

  it('a request takes 30000 ms at most', () => {
    expect(code('worker/wire/wire.ts')).toMatch(/TIMEOUT = 30_000\b/)
  })
  it('page chunks and the service worker take 120000 ms at most to load', () => {
    expect(LOAD_LIMIT).toBe(120_000)
    expect(code('sw/precache.ts')).toMatch(/LOAD_LIMIT = 120_000\b/)
    for (const file of ['src/data/loading/load-chunk.ts', 'src/app/idle/service-worker.ts'])
      expect(code(file), file).toContain('withinLimit(')
  })
  it('goods ship within 24 hours', () => {
    expect(PROMISES.shipDays).toBe(1)
    expect(textOf('goods.dispatchText')).toBe('Within 24 hours')
    expect(textOf('checkout.nextShipped')).toMatch(/^Ships within 24 hours/)
  })
  it('an application to sell is answered within 2 to 48 hours', () => {
    expect([PROMISES.reviewLeast, PROMISES.reviewMost]).toEqual([2, 48])
  })
  it('the service button stands 36 and 100 px from the corner', () => {
    expect(code('src/app/shell/service-button.tsx')).toMatch(/inline: 36, block: 100\b/)
  })
  it('the client is version 0.2.1', () => {
    expect(version).toBe('0.2.1')
    expect(JSON.parse(code('package.json'))).toMatchObject({ version: '0.2.1' })
  })
})
