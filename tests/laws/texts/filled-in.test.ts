import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import type { AnyEndpoint } from '#contract/registry.ts'
import en from '#locales/en.json' with { type: 'json' }
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'

// No text shows an unfilled placeholder ("Please check “{{path}}”.").

const root = fileURLToPath(new URL('../../..', import.meta.url))
const texts = en.refusals as Record<string, string>

let market: TestMarket
let token: string
beforeAll(async () => {
  market = await openTestMarket()
  token = await market.login(await market.person())
})
afterAll(() => market.close())

const paths = [
  ...Object.values<AnyEndpoint>(endpoints)
    .filter((e) => e.method === 'POST' && e.path !== endpoints['user.logout'].path)
    .map((e) => e.path),
  ...Object.values(mutations).map((m) => m.path),
]

it('whatever body a call is sent', async () => {
  const bodies = ['a=1&b=2', '{', '[]', 'null', '7', '"text"', '{}', '{"ids":[{}]}', Buffer.from([0xff, 0xfe, 0xc0])]
  for (const path of paths)
    for (const body of bodies) {
      const { msg } = await market.call(path, undefined, token, { body })
      expect(msg, `${path} ${String(body)}`).not.toMatch(/\{\{|“”|""/)
    }
})

it('where a refusal is made without what its text needs', () => {
  const needy = Object.keys(texts).filter((reason) => texts[reason]!.includes('{{'))
  expect(needy.length).toBeGreaterThan(5)
  const files = globSync(['server/**/*.ts', 'worker/**/*.ts'], { cwd: root }).filter((f) => !f.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(100)
  const bare = files.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/(?:refused\('(\w+)'\)|\{ reason: '(\w+)' \})/g)]
      .map(([, called, written]) => called ?? written!)
      .filter((reason) => needy.includes(reason))
      .map((reason) => `${file}: ${reason}`),
  )
  expect(bare).toEqual([])
})
