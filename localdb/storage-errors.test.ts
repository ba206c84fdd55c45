import { describe, expect, it } from 'vitest'
import { isClosed, isQuota, isTakenAway } from './storage-errors.ts'

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name }, more)
const within = (name: string) => named('OpenFailedError', { inner: named(name) })

describe('an error of a database', () => {
  it.each(['DatabaseClosedError', 'InvalidStateError', 'FenceError', 'NewerDatabase'])('%s: it was closed', (name) => {
    expect([isClosed(named(name)), isClosed(within(name)), isTakenAway(within(name))]).toEqual([true, true, true])
  })

  it('an abort without a full disk: what was under way was taken away, and not closed', () => {
    for (const error of [named('AbortError'), within('AbortError')])
      expect([isClosed(error), isTakenAway(error), isQuota(error)]).toEqual([false, true, false])
  })

  it('a full disk is neither, however it is said', () => {
    const full = named('QuotaExceededError')
    for (const error of [
      full,
      named('AbortError', { inner: full }),
      named('BulkError', { failures: [named('x'), full] }),
    ])
      expect([isClosed(error), isTakenAway(error), isQuota(error)]).toEqual([false, false, true])
  })

  it('anything else is a bug', () => {
    for (const error of [named('TypeError'), undefined, null, 'AbortError'])
      expect([isClosed(error), isTakenAway(error), isQuota(error)]).toEqual([false, false, false])
  })
})
