import { lazy, Suspense, useState, type ComponentType } from 'react'
import { replacesPage } from '../data/loading/load-page-again.ts'
import type { Route } from './route.ts'
import { ScreenSkeleton } from './screen-skeleton.tsx'

/**
 * The screen of a route. Only a screen that has not been loaded stands in a Suspense boundary: React takes over what
 * stands in one in a single piece, however long that takes.
 */
export function RoutePart({ route }: { route: Route }) {
  const [Screen] = useState(() => route.loaded())
  // React keeps a failure for ever: whoever comes back tries again.
  const [Waiting] = useState(() => lazy(async () => ({ default: await loadShown(route) })))
  return Screen ? (
    <Screen />
  ) : (
    <Suspense fallback={<ScreenSkeleton />}>
      <Waiting />
    </Suspense>
  )
}

/** A screen that is shown. Where this page has lost it, another page takes its place. */
async function loadShown(route: Route): Promise<ComponentType> {
  try {
    return await route.load()
  } catch (error) {
    // Nothing more comes of this page.
    if (replacesPage(error)) return new Promise(() => undefined)
    throw error
  }
}
