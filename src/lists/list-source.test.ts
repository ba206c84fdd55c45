import { describe, expect, it } from 'vitest'
import type { CachedListRow } from '#localdb/queries/catalogue/lists.ts'
import {
  listSource,
  needsDevice,
  offersServer,
  openedList,
  runsOut,
  sourceOf,
  type ListEvent,
  type ListState,
  type ListStep,
} from './list-source.ts'

const row = (at: number, ids: number[]): CachedListRow => ({ key: 'k', ids, next: null, at })
const earlier = row(1000, [1, 2])
const grown = row(1000, [1, 2, 3])
const later = row(2000, [9])

const steps: Record<string, ListStep> = { W: 'waiting', D: 'device', K: 'kept', S: 'server', F: 'former' }
const cells = (text: string): ListStep[] => text.split(/[ |]+/).map((letter) => steps[letter]!)
const after = (state: ListState, ...events: ListEvent[]): ListState => events.reduce(listSource, state)
const opened = (more: Partial<Parameters<typeof openedList>[0]> = {}): ListState =>
  openedList({ key: 'k', searching: false, before: undefined, ...more })

const device = (count: number | undefined): ListEvent => ({ type: 'deviceRows', count })
const server = (newest: CachedListRow | undefined): ListEvent => ({ type: 'serverRows', row: newest })
const asked = (failed: boolean): ListEvent => ({ type: 'asked', failed })
const scrolled = (down: boolean): ListEvent => ({ type: 'scrolled', down })
const patienceOver: ListEvent = { type: 'patienceOver' }

describe('what a list shows follows from what is known', () => {
  // Columns: the device has not counted | has no rows | has rows. Each: the server is asked, is late, did not answer.
  it.each([
    ['not looked up', undefined, 'W W W | W W W | W W W'],
    ['not fetched', 'none', 'W W W | W W D | W D D'],
    ['fetched', 'there', 'S S S | S S S | S S S'],
    ['not looked up, the device kept', undefined, 'K K K | W W W | K K K'],
    ['not fetched, the device kept', 'none', 'K K K | W W D | K K K'],
    ['fetched, the device kept', 'there', 'K K K | S S S | K K K'],
  ])('the server’s list is %s', (name, known, expected) => {
    const before = name.includes('kept') ? 'device' : undefined
    const facts = (count: number | undefined, answer: number, searching: boolean): ListState => {
      const list = opened({ before, searching: searching || answer === 1 })
      const looked = known ? after(list, server(known === 'there' ? earlier : undefined)) : list
      return after(looked, asked(answer === 2), device(count))
    }
    const counts = [undefined, 0, 5]
    const shown = (searching: boolean) =>
      counts.map((count) => [0, 1, 2].map((answer) => facts(count, answer, searching).step))
    const rows = [0, 3, 6].map((n) => cells(expected).slice(n, n + 3))
    expect(shown(false)).toEqual(rows)
    // A search shows the device's rows at once, as a plain list does when the server is late.
    expect(shown(true)).toEqual(rows.map(([, late, failed]) => [late, late, failed]))
  })
})

describe('what happens to a list, step by step', () => {
  const none = after(opened(), server(undefined))
  const deviceShown = after(none, device(5), asked(true))
  const kept = after(deviceShown, patienceOver)
  const fetched = after(opened(), server(earlier))
  const read = after(fetched, scrolled(true))
  const states: Record<string, ListState> = {
    unknown: opened(),
    waiting: after(none, device(5)),
    empty: after(none, device(0), asked(true)),
    device: deviceShown,
    kept,
    offered: after(kept, server(earlier)),
    server: fetched,
    read,
    former: after(read, server(later)),
  }
  const events: readonly ListEvent[] = [
    server(earlier),
    server(grown),
    server(later),
    server(undefined),
    device(undefined),
    device(0),
    device(5),
    asked(true),
    asked(false),
    patienceOver,
    scrolled(true),
    scrolled(false),
    { type: 'chosen', source: 'device' },
    { type: 'chosen', source: 'server' },
  ]
  // Columns: rows of the server (earlier, more of them, later, gone) | rows of the device (uncounted, none, some) |
  // asked (no answer, answered) | patience is over | scrolled (down, to the top) | chosen (device, server).
  it.each([
    ['unknown', 'S S S W | W W W | W W | W | W W | K W'],
    ['waiting', 'S S S W | W W W | D W | D | W W | K W'],
    ['empty', '  S S S D | W D D | D W | D | D D | D D'],
    ['device', ' S S S D | W D D | D W | K | K D | K D'],
    ['kept', '   K K K K | K D K | K K | K | K K | K D'],
    ['offered', 'K K K K | K S K | K K | K | K K | K S'],
    ['server', ' S S S W | S S S | S S | S | S S | K S'],
    ['read', '   S S F W | S S S | S S | S | S S | K S'],
    ['former', ' S S F W | F F F | F F | F | F S | K S'],
  ])('%s', (from, expected) => {
    expect(events.map((event) => listSource(states[from]!, event).step)).toEqual(cells(expected.trim()))
  })

  it.each([
    // Whose rows | whether the server's are offered | whether the device's are needed | whether patience is running.
    ['unknown', undefined, false, false, false],
    ['waiting', undefined, false, true, true],
    ['empty', 'device', false, true, false],
    ['device', 'device', false, true, true],
    ['kept', 'device', false, true, false],
    ['offered', 'device', true, true, false],
    ['server', 'server', false, false, false],
    ['read', 'server', false, false, false],
    ['former', 'server', true, false, false],
  ])('%s shows the rows of: %s', (from, source, offers, needs, runs) => {
    const state = states[from]!
    expect([sourceOf(state), offersServer(state), needsDevice(state), runsOut(state)]).toEqual([
      source,
      offers,
      needs,
      runs,
    ])
  })

  it('shows the earlier rows of the server until the person is at the top again, or asks for the later ones', () => {
    const { former } = states
    expect(former!.server).toEqual({ newest: later, shown: earlier })
    expect(after(former!, scrolled(false)).server!.shown).toBe(later)
    expect(after(former!, { type: 'chosen', source: 'server' }).server!.shown).toBe(later)
  })

  it('remembers that patience ended before the device had counted', () => {
    expect(after(none, patienceOver, device(5)).step).toBe('device')
  })

  it('does not count patience over an empty list, nor where the server already failed to answer', () => {
    expect(after(states.empty!, patienceOver, device(5)).step).toBe('device')
    expect(runsOut(after(none, asked(true)))).toBe(false)
  })

  it('keeps the device’s rows for who had scrolled before they came', () => {
    expect(after(none, scrolled(true), asked(true), device(5)).step).toBe('kept')
  })

  it('lets go of the device’s rows once the server’s are shown in their place', () => {
    const shown = after(states.offered!, device(0), device(5))
    expect(shown.step).toBe('server')
  })

  it('begins again with another list, and knows one that somebody comes back to', () => {
    const other = after(states.former!, { type: 'opened', key: 'other', searching: false, before: 'server' })
    expect(other).toEqual({ ...opened(), key: 'other', returning: true })
    expect(opened({ before: 'device' })).toMatchObject({ step: 'kept', returning: true })
  })

  it('stays the same object when nothing changed', () => {
    for (const state of Object.values(states)) {
      expect(listSource(state, device(state.count))).toBe(state)
      expect(listSource(state, asked(state.failed))).toBe(state)
      expect(listSource(state, scrolled(state.scrolled))).toBe(state)
      if (state.server) expect(listSource(state, server(state.server.newest))).toBe(state)
    }
  })
})
