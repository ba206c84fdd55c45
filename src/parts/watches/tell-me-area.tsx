import { later } from '../../data/loading/later.tsx'

const TellMeButton = later('tell-me', async () => (await import('./tell-me-later.tsx')).TellMeButton)

/** The way to be told when an area is delivered to. */
export const TellMeArea = ({ area }: { area: string }) => <TellMeButton wanted={{ what: 'area', area }} />
