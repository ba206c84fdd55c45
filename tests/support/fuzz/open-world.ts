import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import { itemOf } from '#contract/wire/schema-open.ts'

// Walks an output's schema, makes an answer that fits it, puts into it one thing at a time that no version of this app
// knows, and looks whether the rest arrives.

type Schema = z.ZodMiniType
type Path = readonly (string | number)[]
interface Def {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  valueType?: Schema
  options?: readonly Schema[]
  discriminator?: string
  in?: Schema
  entries?: Record<string, string>
  values?: readonly unknown[]
}
const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def

export const LATER = 'laterValue'
const texts = [
  'a',
  '0',
  'USD',
  '#aabbcc',
  '/a',
  'https://a.example',
  '00000000-0000-4000-8000-000000000001',
  'a'.repeat(64),
]

/** Closed lists of objects: one of them left out would change what somebody pays. */
const whole = new Set(['ladder', 'usual', 'lines', 'rounds', 'steps'])

/** An answer that fits a schema: two of everything in a list, one of each kind in a list of several kinds. */
function sample(schema: Schema): unknown {
  const def = defOf(schema)
  const item = itemOf(schema)
  if (item) return several(item)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape!).map(([name, field]) => [name, sample(field)]))
    case 'array':
      return several(def.element!)
    case 'record':
      return { en: sample(def.valueType!) }
    case 'enum':
      return Object.values(def.entries!)[0]
    case 'literal':
      return def.values![0]
    case 'union':
      return sample(def.options![0]!)
    case 'pipe':
      return sample(def.in!)
    case 'boolean':
      return true
    case 'int':
    case 'number':
      return 1
    case 'unknown':
    case 'custom':
      return 'a'
    case 'string': {
      const text = texts.find((one) => schema.safeParse(one).success)
      if (text === undefined) throw new Error('no text fits; add one that does')
      return text
    }
    default:
      if (def.innerType) return sample(def.innerType)
      throw new Error(`the walk does not know the schema ${def.type}`)
  }
}
const several = (item: Schema): unknown[] => {
  const { discriminator, options } = defOf(item)
  return discriminator === undefined ? [sample(item), sample(item)] : options!.map(sample)
}

/** One thing that a later server might say; `expected` makes the due result from an answer read without it. */
interface Plant {
  what: string
  at: Path
  put(answer: unknown): unknown
  expected(read: unknown): unknown
}

const at = (path: Path): string => path.join('.') || 'the answer'
const changed = (
  root: unknown,
  path: Path,
  change: (holder: Record<string, unknown>, name: string) => void,
): unknown => {
  const copy = { root: structuredClone(root) }
  const whole = ['root', ...path]
  const holder = whole.slice(0, -1).reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], copy)
  change(holder as Record<string, unknown>, String(whole.at(-1)))
  return copy.root
}
const replaced = (root: unknown, path: Path, value: unknown): unknown =>
  changed(root, path, (holder, name) => {
    holder[name] = value
  })
const removed = (root: unknown, path: Path): unknown =>
  changed(root, path, (holder, name) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else delete holder[name]
  })

function* plantsIn(schema: Schema, path: Path, answer: unknown): Generator<Plant> {
  const def = defOf(schema)
  const item = itemOf(schema)
  const kept = (what: string, value: unknown): Plant => ({
    what,
    at: path,
    put: (root) => replaced(root, path, value),
    expected: (read) => replaced(read, path, value),
  })
  const gone = (what: string, where: Path, value: unknown): Plant => ({
    what,
    at: where,
    put: (root) => replaced(root, where, value),
    expected: (read) => removed(read, where),
  })
  if (item || def.type === 'array') {
    const element = item ?? def.element!
    const inner = defOf(element)
    const objects = inner.type === 'object' || inner.discriminator !== undefined
    if (item || (objects && !whole.has(String(path.at(-1)))))
      yield gone('an item that no schema fits', [...path, 0], { later: LATER })
    for (const [i, one] of (answer as unknown[]).entries()) {
      const place = [...path, i]
      if (inner.discriminator === undefined) yield* plantsIn(element, place, one)
      else {
        yield gone('an item of an unknown kind', place, { ...(one as object), [inner.discriminator]: LATER })
        yield* plantsIn(inner.options![i]!, place, one)
      }
    }
  } else if (def.type === 'object') {
    const put = (root: unknown): unknown => replaced(root, path, { ...(answer as object), laterField: { deep: LATER } })
    yield { what: 'an unknown field', at: path, put, expected: (read) => read }
    for (const [name, field] of Object.entries(def.shape!))
      yield* plantsIn(field, [...path, name], (answer as Record<string, unknown>)[name])
  } else if (def.type === 'enum') yield kept('an unknown value', LATER)
  else if (def.type === 'union') {
    if (def.options!.some((option) => defOf(option).type === 'enum')) yield kept('an unknown value', LATER)
    else yield gone('an unknown kind of value', path, { later: LATER })
  } else if (def.type === 'record' && defOf(def.valueType!).type !== 'string')
    yield gone('an unknown kind of value', [...path, 'en'], { later: LATER })
  else if (def.innerType) yield* plantsIn(def.innerType, path, answer)
  else if (def.type === 'pipe') yield* plantsIn(def.in!, path, answer)
}

/** A value without the notes that something could not be read, which are checked elsewhere. */
const withoutNotes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => !isNote(one)).map(withoutNotes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutNotes(one)]))
}
const isNote = (value: unknown): boolean => typeof value === 'object' && value !== null && 'unread' in value

/** The losses of a device with this schema beyond each unknown thing; `tried` counts the unknown things. */
export function lossesOf(output: Schema): { tried: number; losses: string[] } {
  const answer = sample(output)
  const read = output.safeParse(answer)
  if (!read.success) throw new Error(`the walk made no fitting answer: ${JSON.stringify(read.error.issues)}`)
  const losses: string[] = []
  let tried = 0
  for (const plant of plantsIn(output, [], answer)) {
    tried++
    const got = output.safeParse(plant.put(answer))
    if (!got.success) losses.push(`${plant.what} at ${at(plant.at)} costs the whole answer`)
    else if (!isDeepStrictEqual(withoutNotes(got.data), withoutNotes(plant.expected(read.data))))
      losses.push(`${plant.what} at ${at(plant.at)} costs more than itself`)
  }
  return { tried, losses }
}
