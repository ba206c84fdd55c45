import type { ReactNode } from 'react'

/** A fact in the head of a paper: within a `dl`. */
export function PaperFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
