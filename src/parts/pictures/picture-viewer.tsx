import { later } from '../../data/loading/later.tsx'

/** Shows pictures in full screen, the one at `start` first. Its code comes with the first use. */
export const PictureViewer = later('picture-zoom', async () => (await import('./picture-zoom.tsx')).PictureZoom)
