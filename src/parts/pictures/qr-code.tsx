import { later } from '../../data/loading/later.tsx'

/** A text as a code to scan. Drawing it takes a library, which the screens that show one do not wait for. */
export const QrCode = later('qr', async () => (await import('./qr-later.tsx')).QrCode)
