import { InStore } from '../in-store.tsx'
import { LineSheetDesk } from './line-sheet-desk.tsx'

/** Line sheets of a store: chosen, printed, and given away as private links. */
export function LineSheetScreen() {
  return (
    <InStore>
      <LineSheetDesk />
    </InStore>
  )
}
