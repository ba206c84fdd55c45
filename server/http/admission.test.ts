import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'
import type { Call } from './handlers.ts'

it('lets a person export four times, and again after a quarter of an hour', () => {
  let now = 1_800_000_000_000
  const admission = createAdmission()
  const exporting = (id: string) =>
    admission.content(
      { user: { id }, tokenHash: null, from: '192.0.2.1', now: () => now } as Call,
      'user.export',
      {},
      2,
    )
  for (let n = 0; n < 4; n++) expect(exporting('amal')).toEqual({ ok: true })
  expect(exporting('amal')).toEqual({ ok: false, retryAfter: expect.closeTo(900_000, -1) })
  expect(exporting('sami')).toEqual({ ok: true })
  now += 900_001
  expect(exporting('amal')).toEqual({ ok: true })
})
