import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of a backup that is being restored into a data folder, or was until somebody ended it. */
export const RESTORING = 'restoring'

/** @throws where restoring a backup was cut off in a data folder: what opens there would be an empty market */
export function expectRestored(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORING)))
    throw new Error(`Restoring a backup into ${dataDir} was cut off. Empty the folder, and restore it again.`)
}
