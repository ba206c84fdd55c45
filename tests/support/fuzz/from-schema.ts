import type * as z from 'zod/mini'
import type { Random } from '#server/seed/random.ts'
import { mutations } from '#contract/mutations.ts'
import type { MutationName } from '#contract/registry.ts'
import { PushIntent } from '#contract/sync/schema.ts'
import { collectedDocuments, collectedTexts } from './collected.ts'
import { hostileNumbers, hostileValues, raw } from './hostile.ts'
import { hostileTexts } from './hostile-texts.ts'

/** Real texts and numbers of the market, so that what is made from them means something there. */
export interface Pool {
  texts: readonly string[]
  numbers: readonly number[]
}

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  valueType?: z.ZodMiniType
  in?: z.ZodMiniType
  entries?: Record<string, unknown>
  values?: unknown[]
  checks?: { _zod: { def: { check: string; minimum?: number; maximum?: number } } }[]
}
const defOf = (schema: z.ZodMiniType): Def => schema._zod.def as unknown as Def
const bound = (def: Def, check: string, key: 'minimum' | 'maximum', otherwise: number): number =>
  def.checks?.map((c) => c._zod.def).find((d) => d.check === check)?.[key] ?? otherwise

/** Makes inputs out of schemas: such as fit, and such as nearly do. The same random stream gives the same inputs. */
export interface Maker {
  fitting(schema: z.ZodMiniType): unknown
  /** A fitting one with something of it changed for the worse. */
  nearly(schema: z.ZodMiniType): unknown
  /** Anything at all. */
  anything(depth?: number): unknown
}

/** A uuid of a history's own. */
export const uuidFrom = (random: Random): string =>
  `${random
    .whole(0, 2 ** 32 - 1)
    .toString(16)
    .padStart(8, '0')}-0000-4000-8000-${random
    .whole(0, 2 ** 32 - 1)
    .toString(16)
    .padStart(12, '0')}`

/** Makes texts and numbers that fit a schema: of the market, of no meaning, and now and then hostile ones. */
function createLeaves(
  random: Random,
  pool: () => Pool,
  texts: readonly string[],
): Record<'text' | 'number', (schema: z.ZodMiniType) => unknown> {
  const uuid = (): string => uuidFrom(random)
  const fits = (schema: z.ZodMiniType, candidates: readonly unknown[]): unknown => {
    for (let i = 0; i < 12; i++) {
      const candidate = random.pick(candidates)
      if (schema.safeParse(candidate).success) return candidate
    }
    return candidates.find((c) => schema.safeParse(c).success)
  }
  const text = (schema: z.ZodMiniType): unknown => {
    // Texts that are hostile and fit are the best there are.
    if (random.chance(0.3)) {
      const wild = random.pick(texts)
      if (schema.safeParse(wild).success) return wild
    }
    return fits(schema, [
      ...pool().texts,
      uuid(),
      uuid(),
      `inc${random.whole(10_000, 99_999)}`,
      String(random.whole(0, 999_999)).padStart(6, '0'),
      'DE',
      'DE-BE',
      'USD',
      'a text',
    ])
  }
  const number = (schema: z.ZodMiniType): unknown => {
    if (random.chance(0.15)) {
      const wild = random.pick(hostileNumbers)
      if (schema.safeParse(wild).success) return wild
    }
    return fits(schema, [
      ...pool().numbers,
      random.whole(0, 3),
      random.whole(0, 1000),
      random.whole(1, 2_000_000_000),
      1,
    ])
  }
  return { text, number }
}

/** Makes values of any kind and depth, that fit nothing in particular. */
function createAnything(random: Random, pool: () => Pool, texts: readonly string[]): (depth?: number) => unknown {
  const anything = (depth = 0): unknown => {
    const kind = random.whole(0, depth > 2 ? 3 : 6)
    if (kind === 0) return random.pick(texts)
    if (kind === 1) return random.pick(hostileNumbers)
    if (kind === 2) return random.chance(0.7) ? random.pick(hostileValues) : raw(random.pick(collectedDocuments))
    if (kind === 3) return random.chance(0.5) ? random.pick(pool().texts) : random.pick(pool().numbers)
    if (kind === 4) return Array.from({ length: random.whole(0, 5) }, () => anything(depth + 1))
    return Object.fromEntries(
      Array.from({ length: random.whole(0, 5) }, () => [
        random.chance(0.5) ? random.pick(texts) : random.pick(['id', 'uid', 'email', 'lines', 'patch', 'on', 'num']),
        anything(depth + 1),
      ]),
    )
  }
  return anything
}

export function createMaker(random: Random, pool: () => Pool, more: readonly string[] = []): Maker {
  const texts = [...hostileTexts, ...collectedTexts, ...more]
  const { text, number } = createLeaves(random, pool, texts)
  const anything = createAnything(random, pool, texts)
  const intent = (): unknown => {
    const name = random.chance(0.05) ? random.pick(texts) : random.pick(Object.keys(mutations) as MutationName[])
    const schema = (mutations as unknown as Record<string, { payload: z.ZodMiniType } | undefined>)[name]?.payload
    const payload = schema ? (random.chance(0.75) ? fitting(schema) : nearly(schema)) : anything()
    return {
      seq: random.whole(1, random.chance(0.9) ? 400 : Number.MAX_SAFE_INTEGER),
      name,
      payload,
      createdAt: 0,
      ...(random.chance(0.2) ? { confirmBy: random.whole(-5, 5) } : {}),
    }
  }

  const fitting = (schema: z.ZodMiniType): unknown => {
    if ((schema as unknown) === PushIntent) return intent()
    const def = defOf(schema)
    switch (def.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(def.shape!).flatMap(([key, inner]) => {
            if (defOf(inner).type === 'optional' && random.chance(0.5)) return []
            return [[key, fitting(inner)]]
          }),
        )
      case 'array': {
        const low = bound(def, 'min_length', 'minimum', 0)
        const high = bound(def, 'max_length', 'maximum', 20)
        const length = random.chance(0.02) ? Math.min(high, 300) : Math.max(low, Math.min(high, random.whole(low, 6)))
        return Array.from({ length }, () => fitting(def.element!))
      }
      case 'optional':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
      case 'catch':
        return fitting(def.innerType!)
      case 'nullable':
        return random.chance(0.2) ? null : fitting(def.innerType!)
      case 'union':
        return fitting(random.pick(def.options!))
      case 'record':
        return { [random.pick(texts)]: fitting(def.valueType!) }
      case 'pipe':
        return fitting(def.in!)
      case 'enum':
        return random.pick(Object.values(def.entries!))
      case 'literal':
        return random.pick(def.values!)
      case 'boolean':
        return random.chance(0.5)
      case 'number':
      case 'int':
        return number(schema)
      case 'string':
        return text(schema)
      case 'unknown':
      case 'any':
        return anything()
      default:
        throw new Error(`The fuzz does not know how to make a ${def.type}: tests/support/fuzz/from-schema.ts`)
    }
  }

  const spoil = createSpoiler(random, texts, anything)
  const nearly = (schema: z.ZodMiniType): unknown => {
    let value = fitting(schema)
    for (let n = random.whole(1, 3); n > 0; n--) value = spoil(value)
    return value
  }
  return { fitting, nearly, anything }
}

/** Makes one change for the worse, somewhere in a value. */
function createSpoiler(
  random: Random,
  texts: readonly string[],
  anything: (depth: number) => unknown,
): (value: unknown) => unknown {
  const spoil = (value: unknown): unknown => {
    if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
      const at = random.whole(0, value.length - 1)
      const change = random.next()
      if (change < 0.15) return [...value, ...value]
      if (change < 0.2) return Array.from({ length: random.pick([201, 501, 1001]) }, () => value[at] as unknown)
      if (change < 0.3) return []
      return value.map((v, i) => (i === at ? spoil(v) : v) as unknown)
    }
    if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0 &&
      random.chance(0.85)
    ) {
      const entries = Object.entries(value)
      const at = random.whole(0, entries.length - 1)
      const change = random.next()
      if (change < 0.15) return Object.fromEntries(entries.filter((_, i) => i !== at))
      if (change < 0.25)
        return Object.fromEntries([
          ...entries,
          [random.pick(['__proto__', 'constructor', 'toString', 'uid', 'user_id', '']), anything(2)],
        ])
      return Object.fromEntries(entries.map(([k, v], i) => [k, i === at ? spoil(v) : v]))
    }
    if (typeof value === 'string' && random.chance(0.6))
      return random.chance(0.5) ? random.pick(texts) : value + random.pick(texts)
    if (typeof value === 'number' && random.chance(0.6)) return random.pick(hostileNumbers)
    return anything(1)
  }
  return spoil
}
