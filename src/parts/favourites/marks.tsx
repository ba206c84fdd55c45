import { createContext, useContext, type ReactNode } from 'react'
import { favouriteMarks, followMarks, type Marks } from '#localdb/queries/favourites/marks.ts'
import { useLive } from '../../data/use-live.ts'

const none: Marks = new Map()
const FavouriteMarks = createContext<Marks>(none)
const FollowMarks = createContext<Marks>(none)
const off = { on: false, pending: 0 }

/** Reads the person's favourites and follows once for all the cards below it. */
export function MarksProvider({ children }: { children: ReactNode }) {
  return (
    <FavouriteMarks value={useLive(favouriteMarks, [], none)}>
      <FollowMarks value={useLive(followMarks, [], none)}>{children}</FollowMarks>
    </FavouriteMarks>
  )
}

/** Whether a product is a favourite, and how many changes of that have not reached the server yet. */
export const useFavouriteMark = (id: number): { on: boolean; pending: number } =>
  useContext(FavouriteMarks).get(id) ?? off

/** Tells of any product whether it is a favourite. */
export function useIsFavourite(): (id: number) => boolean {
  const marks = useContext(FavouriteMarks)
  return (id) => marks.get(id)?.on ?? false
}

/** Whether a store is followed, and how many changes of that have not reached the server yet. */
export const useFollowMark = (id: number): { on: boolean; pending: number } => useContext(FollowMarks).get(id) ?? off
