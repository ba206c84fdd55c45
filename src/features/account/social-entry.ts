import { later } from '../../data/loading/later.tsx'

/** The way in with an account of elsewhere, which few markets have. */
export const SocialEntry = later('social-entry', async () => (await import('./social-entry-later.tsx')).SocialEntry)
