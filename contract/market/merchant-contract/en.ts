import { contractText as version1 } from './v1-en.ts'
import { contractText as version2 } from './v2-en.ts'
import { contractText as version3 } from './v3-en.ts'

/** The contract's texts by version. */
export const versions: Readonly<Record<number, string>> = { 1: version1, 2: version2, 3: version3 }
