import { useEffect, useReducer } from 'react'
import { remember, rememberedHere } from '../ui/scrolling/scroll-memory.ts'
import { useScrolled } from '../ui/scrolling/use-scrolled.ts'
import {
  listSource,
  offersServer,
  openedList,
  PATIENCE_MS,
  runsOut,
  sourceOf,
  type ListEvent,
  type ListState,
  type RowsSource,
} from './list-source.ts'
import type { ServerList } from './use-server-list.ts'

/** The facts about a list at a render. */
interface Facts {
  server: Pick<ServerList, 'known' | 'row' | 'failure'>
  /** How many rows the device has of its own; undefined while it looks. */
  count: number | undefined
}

export interface ListSource {
  state: ListState
  source: RowsSource | undefined
  /** Shows the server's rows: they came, or came again, while others are read. Absent when there are none. */
  showServer: (() => void) | undefined
  showDevice: () => void
  /** Tells the list what is known now. Called during render; React then renders again with the new state. */
  report(facts: Facts): void
}

/** Whose rows a list shows (list-source.ts); the choice stays with the history entry. */
export function useListSource(key: string, searching: boolean): ListSource {
  const memory = `${key}/source`
  const opened = { key, searching, before: sourceBefore(memory) }
  const [state, send] = useReducer(listSource, opened, openedList)
  if (state.key !== key) send({ type: 'opened', ...opened })
  const scrolled = useScrolled(key)

  const { step } = state
  const impatient = runsOut(state)
  useEffect(() => {
    if (!impatient) return
    const timer = setTimeout(() => send({ type: 'patienceOver' }), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [key, step, impatient])
  const lasting = step === 'kept' ? 'device' : step === 'waiting' || step === 'device' ? undefined : 'server'
  useEffect(() => {
    if (lasting) remember(memory, lasting)
  }, [memory, lasting])

  const show = (source: RowsSource) => () => {
    send({ type: 'chosen', source })
    scrollTo(0, 0)
  }
  return {
    state,
    source: sourceOf(state),
    showServer: offersServer(state) ? show('server') : undefined,
    showDevice: show('device'),
    report({ server, count }) {
      const events: ListEvent[] = [
        { type: 'scrolled', down: scrolled },
        { type: 'asked', failed: server.failure !== undefined },
        { type: 'deviceRows', count },
      ]
      if (server.known) events.push({ type: 'serverRows', row: server.row })
      for (const event of events) if (listSource(state, event) !== state) send(event)
    },
  }
}

/** Whose rows the history entry showed. Entries of earlier versions say `shop` for the server. */
function sourceBefore(memory: string): RowsSource | undefined {
  const before = rememberedHere(memory)
  return before === undefined ? undefined : before === 'device' ? 'device' : 'server'
}
