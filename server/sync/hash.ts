import { createHash } from 'node:crypto'
import { canonicalJson } from '../http/canonical-json.ts'

/** The content that an intent's id stands for: SHA-256 over its name and its parsed payload. */
export const intentHash = (name: string, payload: unknown): Buffer =>
  createHash('sha256')
    .update(canonicalJson([name, payload]))
    .digest()

/** Stands where an id was cancelled before it came: whatever comes under it has been cancelled. */
export const VOID_HASH: Buffer = Buffer.alloc(32)
