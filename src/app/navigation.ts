import { useSyncExternalStore } from 'react'
import { RecentMap } from '../ui/recent-map.ts'
import { memoryOf, showEntry, type ScrollMemory } from '../ui/scrolling/scroll-memory.ts'
import { heightNow, settleHeight, type Height } from './height.ts'

// The current history entry and its screen. One store over the browser's history: the address changes at once, while
// the screen changes inside a view transition, with its code loaded and, going back, at its old scroll position.
//
//   navigate / Back ──▶ history ──▶ load the screen's code ──▶ view transition { show, scroll } ──▶ focus h1
//
// Every history entry has a key of its own. A screen lives as long as its entry is shown, so a filter stored with
// `replace` does not restart it. The entry keeps the scroll position and the screen's scroll memory
// (ui/scroll-memory.ts), also over a reload.

export interface HistoryEntry {
  key: string
  at: number
  path: string
  search: string
}
interface HistoryState {
  key: string
  at: number
  height?: Height | undefined
  place?: ScrollMemory
  sheet?: string
}
export interface NavigateOptions {
  replace?: boolean
}

interface Plan {
  /** Loads the code of the screen at a path. */
  load(path: string): Promise<unknown>
  /** Which way the screens move when `from` gives way to `to`. */
  turn(from: HistoryEntry, to: HistoryEntry): 'forward' | 'back'
}

const LOAD_PATIENCE_MS = 250
const SETTLE_MS = 200
const listeners = new Set<() => void>()
/** Where one was by entry; an entry that was not scrolled has none. */
const scrolled = new RecentMap<Height | undefined>(200)
const nowhere: HistoryEntry = { key: 'first', at: 0, path: '/', search: '' }

let plan: Plan = { load: () => Promise.resolve(), turn: () => 'forward' }
let shown: HistoryEntry = nowhere
/** The entry that the document was rendered for. It is taken over as that, even if a link is followed meanwhile. */
let begun: HistoryEntry = nowhere
let turning = 0

const stateNow = (): HistoryState | null => history.state as HistoryState | null
const here = (state: HistoryState): HistoryEntry => ({
  key: state.key,
  at: state.at,
  path: location.pathname,
  search: location.search,
})
const newKey = (): string => Math.random().toString(36).slice(2, 10)

/** Follows the browser's history and handles clicks on links. Called once, before rendering. */
export function startNavigation(how: Plan): void {
  plan = how
  history.scrollRestoration = 'manual'
  const state = stateNow()?.key ? stateNow()! : { key: newKey(), at: 0 }
  history.replaceState(state, '')
  shown = begun = here(state)
  scrolled.set(state.key, state.height)
  showEntry(state.key, state.place)
  addEventListener('popstate', () => {
    const next = stateNow() ?? { key: newKey(), at: 0 }
    if (next.key === shown.key) return
    scrolled.set(shown.key, heightNow())
    if (!scrolled.has(next.key)) scrolled.set(next.key, next.height)
    void show(here(next), next.place)
  })
  addEventListener('pagehide', () =>
    history.replaceState({ ...stateNow(), height: heightNow(), place: memoryOf(shown.key) }, ''),
  )
  document.addEventListener('click', followLink)
  if (state.height !== undefined) void settleHeight(state.height, 3000)
}

/** Goes to a path of this site; with `replace` the current entry changes its address and keeps its screen. */
export function navigate(to: string, options: NavigateOptions = {}): void {
  const url = new URL(to, location.href)
  if (url.href === location.href && !options.replace) {
    scrollTo({ top: 0, behavior: 'smooth' })
    return
  }
  const old = stateNow()
  const samePath = url.pathname === shown.path
  // The history entry that a sheet pushed for Back is replaced by the page that the sheet leads to.
  const replace = options.replace || old?.sheet !== undefined
  const key = options.replace && samePath ? shown.key : newKey()
  if (!options.replace) {
    const height = heightNow()
    scrolled.set(shown.key, height)
    if (!replace) history.replaceState({ ...old, height, place: memoryOf(shown.key) }, '')
  }
  const state: HistoryState = { key, at: options.replace ? shown.at : shown.at + 1 }
  history[replace ? 'replaceState' : 'pushState'](state, '', url)
  if (key === shown.key) {
    shown = here(state)
    tell()
  } else void show(here(state))
}

/** Goes one step back, or home if the visit began here. */
export function goBack(): void {
  if (shown.at > 0) history.back()
  else navigate('/', { replace: true })
}

/** The shown entry; its screen is the one on the page. */
export function useEntry(): HistoryEntry {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => begun,
  )
}

/** Sets the address that is rendered next where there is no browser. */
export function showAddress(path: string, search: string): void {
  shown = begun = { ...nowhere, path, search }
}

/** Calls back whenever another screen, or the same with other parameters, is shown. */
export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const tell = (): void => listeners.forEach((listener) => listener())

// The address that the router reads: that of the shown screen, not of the one still loading.
export const usePath = (): [string, typeof navigate] => [
  useSyncExternalStore(
    subscribe,
    () => shown.path,
    () => begun.path,
  ),
  navigate,
]
export const useSearchString = (): string =>
  useSyncExternalStore(
    subscribe,
    () => shown.search,
    () => begun.search,
  )

async function show(entry: HistoryEntry, place?: ScrollMemory): Promise<void> {
  const mine = ++turning
  // A failed load is shown by the screen's own error.
  await Promise.race([plan.load(entry.path).catch(() => {}), after(LOAD_PATIENCE_MS)])
  // A later step overtook this one.
  if (mine !== turning) return
  const height = scrolled.get(entry.key)
  const direction = plan.turn(shown, entry)
  const swap = async () => {
    shown = entry
    showEntry(entry.key, place)
    tell()
    if (height === undefined) scrollTo(0, 0)
    else await settleHeight(height, SETTLE_MS)
    // Focuses the heading, unless the screen was opened for one of its fields.
    const first =
      document.querySelector<HTMLElement>('main [data-focus-first]') ?? document.querySelector<HTMLElement>('h1')
    first?.focus({ preventScroll: true })
  }
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState === 'hidden'
  if (still || !('startViewTransition' in document)) return void swap()
  const root = document.documentElement
  root.dataset['turn'] = direction
  const transition = document.startViewTransition(swap)
  // The transition may be skipped by a later step or a hidden page; the screen has changed all the same.
  transition.ready.catch(() => {})
  await transition.finished.finally(() => {
    if (mine === turning) delete root.dataset['turn']
  })
}

/** A plain click on a link of this site stays on this page. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest?.('a')
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  const { pathname, search, hash } = link
  if (/^\/(api|media)\//.test(pathname)) return
  if (hash && pathname === location.pathname && search === location.search) return
  event.preventDefault()
  navigate(pathname + search)
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
