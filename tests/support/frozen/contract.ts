import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AnyEndpoint } from '#contract/registry.ts'
import type { Envelope } from '#contract/wire/schema-envelope.ts'

/** The contract of a released version, as a device of that version has it (scripts/freeze/contract.ts). */
export interface FrozenContract {
  endpoints: Record<string, Pick<AnyEndpoint, 'method' | 'path' | 'access' | 'output'>>
  Envelope: typeof Envelope
  PROTOCOL: number
}

const folder = new URL('../../fixtures/frozen/', import.meta.url)
export const frozenVersions = readdirSync(fileURLToPath(folder))

export const frozenContract = (version: string): Promise<FrozenContract> =>
  import(/* @vite-ignore */ new URL(`${version}/contract.mjs`, folder).href) as Promise<FrozenContract>

/**
 * The reason why a device of that version cannot read an answer, or why it is refused; undefined when all is well. An
 * answer with `updateNeeded` counts as read.
 */
export function faultOf(frozen: FrozenContract, output: AnyEndpoint['output'], answer: unknown): string | undefined {
  const envelope = frozen.Envelope.safeParse(answer)
  if (!envelope.success) return 'the envelope cannot be read'
  if (envelope.data.code === 426) return undefined
  if (envelope.data.code !== 1) return `refused: ${envelope.data.msg}`
  const data = output.safeParse(envelope.data.data)
  return data.success ? undefined : `${data.error.issues[0]?.path.join('.')}: ${data.error.issues[0]?.message}`
}
