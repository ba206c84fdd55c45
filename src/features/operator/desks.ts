import type { ComponentType, ReactNode } from 'react'
import type { OperatorRight } from '#contract/rules/operator-rights.ts'
import { later } from '../../data/later.tsx'

/**
 * One desk of the operator's, at `/operator/<path>`: its title (a key of `desks`, with its text in `deskTexts`), what
 * somebody needs to be shown it (absent: nothing but being an operator), and its code with the texts of
 * `<name>-later.tsx`.
 */
const desk = <Title extends string>(
  path: string,
  title: Title,
  right: OperatorRight | undefined,
  name: string,
  load: () => Promise<ComponentType>,
) => {
  const Desk: (props: { instead?: ReactNode }) => ReactNode = later(name, load)
  return { path, title, right, Desk }
}

/** All desks, in the order of their list. */
export const desks = [
  desk('audit', 'audit', 'staff', 'audit-desk', async () => (await import('./audit-desk-later.tsx')).AuditDesk),
] as const
