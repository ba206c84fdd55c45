import { expect, it } from 'vitest'
import type { UnknownValue } from '../wire/open.ts'
import { nextReport, reportEvents, reportStates, reportTable, type ReportEvent } from '../reports/rules.ts'
import {
  nextStage,
  orderEvents,
  orderStages,
  RELEASE_AFTER,
  SHIP_WITHIN,
  stageOf,
  stateOfStage,
  type OrderEvent,
} from './stages.ts'

it('goes these ways and no other', () => {
  const ways = orderStages.flatMap((from) =>
    (Object.keys(orderEvents) as OrderEvent[]).flatMap((event) => {
      const to = nextStage(from, event)
      return to === undefined ? [] : [`${from} ${event} ${to}`]
    }),
  )
  expect(ways).toEqual([
    'onDevice place unpaid',
    'unpaid pay paid',
    'unpaid cancel cancelled',
    'unpaid timeout cancelled',
    'paid cancel cancelled',
    'paid shipPart partlyShipped',
    'paid ship shipped',
    'paid refund refunded',
    'shipped receivePart partlyReceived',
    'shipped receive received',
    'shipped release received',
    'shipped dispute disputed',
    'shipped refund refunded',
    'received assess assessed',
    'partlyShipped shipPart partlyShipped',
    'partlyShipped ship back',
    'partlyShipped cancelRest back',
    'partlyShipped receivePart partlyShipped',
    'partlyShipped dispute disputed',
    'partlyShipped refund refunded',
    'partlyShipped refundRest received',
    'partlyReceived receivePart partlyReceived',
    'partlyReceived receive received',
    'partlyReceived release received',
    'partlyReceived dispute disputed',
    'partlyReceived refundRest received',
    'disputed shipPart disputed',
    'disputed ship disputed',
    'disputed resume back',
    'disputed refund refunded',
    'disputed refundRest received',
  ])
})

it('goes nowhere from a stage that this app does not know', () => {
  expect(nextStage('lost' as UnknownValue, 'cancel')).toBeUndefined()
  expect(nextReport('lost' as UnknownValue, 'accept')).toBeUndefined()
})

it('says to older devices a state that they know', () => {
  const lines = orderStages.map((stage) => `${stage} ${stateOfStage(stage, false)} ${stateOfStage(stage, true)}`)
  expect(lines.slice(-3)).toEqual([
    'partlyShipped paid paid',
    'partlyReceived shipped shipped',
    'disputed paid shipped',
  ])
  expect(lines.slice(0, -3).every((line) => new Set(line.split(' ')).size === 1)).toBe(true)
  expect(stageOf({ state: 'shipped' })).toBe('shipped')
  expect(stageOf({ state: 'shipped', stage: 'disputed' })).toBe('disputed')
})

it('a report that has ended stays ended, and every other one can end without the store', () => {
  for (const state of reportStates) {
    const ways = Object.keys(reportTable[state]) as ReportEvent[]
    expect(ways.every((event) => event in reportEvents)).toBe(true)
    expect(ways.length === 0 || nextReport(state, 'withdraw') === 'closed', state).toBe(true)
  }
})

it('leaves a day to ship, and two weeks to say that something is wrong', () => {
  expect([SHIP_WITHIN / 3_600_000, RELEASE_AFTER / 86_400_000]).toEqual([24, 14])
})
