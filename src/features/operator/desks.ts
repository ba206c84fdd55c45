import type { ComponentType, ReactNode } from 'react'
import type { OperatorRight } from '#contract/rules/operator-rights.ts'
import type en from '#locales/en.json'
import { later } from '../../data/later.tsx'

/** One desk of the operator's, at `/operator/<path>`. */
interface Desk {
  path: string
  /** Its name, in the list of desks and in the top bar. */
  title: keyof (typeof en)['desks']
  /** What somebody needs to be shown it; absent: nothing but being an operator. */
  right?: OperatorRight
  /** Its code and its texts, those of `<name>-later.tsx`. */
  Desk(props: { instead?: ReactNode }): ReactNode
}

const desk = (
  path: string,
  title: Desk['title'],
  right: OperatorRight | undefined,
  name: string,
  load: () => Promise<ComponentType>,
): Desk => ({ path, title, ...(right && { right }), Desk: later(name, load) })

/** All desks, in the order of their list. */
export const desks: readonly Desk[] = [
  desk('audit', 'audit', 'staff', 'audit-desk', async () => (await import('./audit-desk-later.tsx')).AuditDesk),
]
