import { load } from '../env/load.ts'

let loading: Promise<unknown> | undefined

/** Whether somebody waits for them: whoever comes later goes on after them. */
export const isLoadingAll = (): boolean => loading !== undefined

/**
 * Loads the mutations that a start does not carry. Those who wait go on in the order in which they asked.
 *
 * @throws NotLoaded
 */
export async function knowAll(): Promise<void> {
  loading ??= load(import('./all.ts')).finally(() => (loading = undefined))
  await loading
}
