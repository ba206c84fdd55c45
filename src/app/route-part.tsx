import { lazy, Suspense, useState } from 'react'
import type { Route } from './route.ts'
import { ScreenSkeleton } from './shell/screen-skeleton.tsx'

/**
 * The screen of a route. Only a screen that has not been loaded stands in a Suspense boundary: React takes over what
 * stands in one in a single piece, however long that takes.
 */
export function RoutePart({ route }: { route: Route }) {
  const [Screen] = useState(() => route.loaded())
  // React keeps a failure for ever: whoever comes back tries again.
  const [Waiting] = useState(() => lazy(async () => ({ default: await route.load() })))
  return Screen ? (
    <Screen />
  ) : (
    <Suspense fallback={<ScreenSkeleton />}>
      <Waiting />
    </Suspense>
  )
}
