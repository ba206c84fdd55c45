import type { Failed, DocumentRows } from '#worker/api/worker-api.ts'

// The data block of a document: what its screen was rendered from, so that the page can take the screen over and the
// device can keep the rows. Results are made of the rows of the answers, so each row stands in it once: a result refers
// to it by its path ("0.products.3").

/** The data block, as it stands in the document. */
export interface DocumentData extends DocumentRows {
  /** The page's script, which names the build. */
  build: string
  language: string
  currency: string
  /** The market's name. */
  market: string
  title: string | undefined
  /** The server's refusals, by the name and the parameters of the wanted rows. */
  refused: Record<string, Failed>
  /** The first result of each query, by the id of its hook. */
  results: Record<string, unknown>
}

const [REF, MAP] = ['$ref', '$map'] as const

/** Writes results with references to what stands in the answers. */
export function packResults(
  answers: readonly unknown[],
  results: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const paths = new Map<object, string>()
  const note = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || paths.has(value)) return
    paths.set(value, path)
    for (const [key, part] of Object.entries(value)) note(part, path === '' ? key : `${path}.${key}`)
  }
  note(answers, '')
  const pack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const path = paths.get(value)
    if (path !== undefined) return { [REF]: path }
    if (value instanceof Map) return { [MAP]: [...value].map(pack) }
    if (Array.isArray(value)) return value.map(pack)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, pack(part)]))
  }
  return Object.fromEntries([...results].map(([id, value]) => [id, pack(value)]))
}

/** Reads results again: the same values as were packed. */
export function unpackResults(
  answers: readonly unknown[],
  packed: Readonly<Record<string, unknown>>,
): Map<string, unknown> {
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], answers)
  const unpack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(unpack)
    if (REF in value) return at(value[REF] as string)
    if (MAP in value) return new Map((value[MAP] as unknown[]).map(unpack) as [unknown, unknown][])
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unpack(part)]))
  }
  return new Map(Object.entries(packed).map(([id, value]) => [id, unpack(value)]))
}
