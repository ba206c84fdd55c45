import { QUERY_MAX } from '../wire/limits.ts'

/** Typed text as it is searched for. */
export const cleanText = (typed: string): string => typed.replace(/\s+/g, ' ').trim().slice(0, QUERY_MAX)
