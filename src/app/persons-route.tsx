import type { ComponentType } from 'react'
import { usePerson } from '../data/use-person.ts'
import { client } from '../data/worker/worker-client.ts'
import { withScreen, type Route, type Row } from './route.ts'
import { RoutePart } from './route-part.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'

/** A row whose screen only somebody signed in can use. */
export interface PersonsRow extends Row {
  /** Loads what a guest sees in its place: a few words, and the way to sign in. */
  guest(): Promise<ComponentType>
}

/** The part of the texts that all guests' words are in (scripts/build/texts.ts). */
const GUESTS = 'guests'

/**
 * The route of a screen that only somebody signed in can use: a guest sees what asks them to sign in, and the screen
 * is not loaded for them. Before it is known who is here, both are.
 */
export function personsRoute({ guest, ...row }: PersonsRow): Route {
  const own = withScreen(row)
  const asking = withScreen({ ...row, feature: GUESTS, load: guest })

  function PersonsScreen() {
    const person = usePerson()
    if (person?.guest) return <RoutePart key="guest" route={asking} />
    return person || own.loaded() ? <RoutePart key="own" route={own} /> : <ScreenSkeleton />
  }
  const bring = async (): Promise<ComponentType> => {
    const person = client.person()
    if (person) await (person.guest ? asking : own).load()
    // On a guest's device only theirs may be there without a network.
    else await Promise.any([own.load(), asking.load()])
    return PersonsScreen
  }
  return {
    ...row,
    load: bring,
    loaded: () => ((client.person()?.guest ? asking : own).loaded() ? PersonsScreen : undefined),
  }
}
