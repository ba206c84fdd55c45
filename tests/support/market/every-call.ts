import { expect } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import { Refusal } from '#contract/wire/schema-refusals.ts'
import type { TestAnswer } from './market.ts'

/** All calls of the API. */
export const everyCall = [
  ...Object.values(endpoints),
  ...Object.values(mutations).map((m) => ({ ...m, method: 'POST', access: 'session' })),
].map((e) => ({ path: e.path, method: e.method, access: e.access }))

/** Any answer that says no must be an envelope with a refusal, a text, and no inside of ours. */
export function expectClear(answer: TestAnswer, code: number, reason: string): void {
  expect(answer).toMatchObject({ code, status: code >= 400 ? code : 200, data: { reason } })
  expect(Refusal.safeParse(answer.data).success).toBe(true)
  expect(answer.msg).not.toBe('')
  expect(JSON.stringify(answer)).not.toMatch(/node_modules|\.ts:|select |insert |\bat \w+ \(/i)
}
