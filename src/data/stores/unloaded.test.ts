import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useDeskWaits } from './use-desk-waits.ts'
import { useStorePages } from './use-store-pages.ts'
import { useStoreLive } from './use-store.ts'

// The code that reads the databases is loaded after the first screen (worker/readers.ts), which may already use these.
const rendered = (hook: () => unknown): string =>
  renderToString(createElement(() => createElement('p', null, JSON.stringify(hook() ?? null))))

it.each([
  ['useStoreLive', () => useStoreLive(async () => 1), 'null'],
  ['useStorePages', () => useStorePages(undefined), 'null'],
  ['useDeskWaits', () => useDeskWaits(), '[]'],
])('%s has no rows before the code that reads is loaded', (_, hook, answer) => {
  expect(rendered(hook)).toBe(`<p>${answer}</p>`)
})
