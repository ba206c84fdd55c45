import { describe, expect, it } from 'vitest'
import type { NeedingChange } from '#localdb/queries/sync/changes.ts'
import { canRetry } from './retryable.ts'

const change = (more: Partial<NeedingChange>) => ({
  kind: 'refused' as const,
  does: { what: 'cartAdd' as const, numbers: {} },
  refusal: { reason: 'outOfStock' as const },
  pastTelling: false,
  ...more,
})

describe('asking again', () => {
  it.each<[string, Partial<NeedingChange>]>([
    ['refused for a reason that may pass', {}],
    ['refused unseen, as its only answer says', { refusal: { reason: 'idPurged' } }],
    ['set aside unread', { kind: 'unreadable', refusal: { reason: 'requestFailed' } }],
  ])('is offered for what was %s', (_what, more) => {
    expect(canRetry(change(more))).toBe(true)
  })

  it.each<[string, Partial<NeedingChange>]>([
    [
      'went with the storage',
      { kind: 'lost', does: { what: 'lost', numbers: {} }, refusal: { reason: 'storageLost' } },
    ],
    ['waits for a choice', { kind: 'conflict', refusal: { reason: 'changedElsewhere' } }],
    ['nobody knows', { kind: 'unreadable', does: { what: 'unknown', numbers: {} } }],
    ['may have been done', { refusal: { reason: 'idPurged' }, pastTelling: true }],
    ['would be refused for ever', { refusal: { reason: 'orderGone' } }],
  ])('is not offered for what %s', (_what, more) => {
    expect(canRetry(change(more))).toBe(false)
  })
})
