import type { ProgressOutput } from './progress.ts'

/** The environment in which a command runs. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  folder: string
  screen: ProgressOutput
  now(): number
}
