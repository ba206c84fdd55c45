import type { Screen } from './progress.ts'

/** What a command stands in. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  folder: string
  screen: Screen
  now(): number
}
