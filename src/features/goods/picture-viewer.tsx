import { lazy, Suspense } from 'react'
import type { GalleryZoomProps } from './gallery-zoom.tsx'

const GalleryZoom = lazy(async () => ({ default: (await import('./gallery-zoom.tsx')).GalleryZoom }))

/** Shows pictures in full screen, the one at `start` first. Its code comes with the first use. */
export function PictureViewer(props: GalleryZoomProps) {
  return (
    <Suspense fallback={null}>
      <GalleryZoom {...props} />
    </Suspense>
  )
}
