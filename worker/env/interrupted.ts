import { isClosed, isQuota } from '#localdb/storage-errors.ts'
import { NotLoaded } from './load.ts'

/** Whether work was only interrupted: its database was closed, or a part of this program could not be loaded. */
export const isInterrupted = (error: unknown): boolean => isClosed(error) || error instanceof NotLoaded

/** Whether work that nobody waits for is left to its next turn: it was interrupted, or the disk is full. */
export const canWait = (error: unknown): boolean => isInterrupted(error) || isQuota(error)
