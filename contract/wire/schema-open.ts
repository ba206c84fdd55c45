import * as z from 'zod/mini'
import type { UnknownValue } from './open.ts'

// How a device reads the answers of a newer server (law 13). Only outputs are open: the server reads its inputs with
// closed schemas.

/** The longest unknown value that is kept (characters). */
const VALUE_MAX = 100

/** One of the known values, or an unknown one as it came (open.ts). */
export const openEnum = <const K extends string>(known: readonly K[]) =>
  z.union([
    z.enum(known as readonly [K, ...K[]]),
    z.custom<UnknownValue>((value) => typeof value === 'string' && value.length <= VALUE_MAX),
  ])

/** The schemas of the items of open lists, by the list: for the law that walks all outputs. */
const items = new WeakMap<object, z.ZodMiniType>()
export const itemOf = (list: object): z.ZodMiniType | undefined => items.get(list)

/**
 * A list whose items are read one by one. `read` turns an item that came, and what its schema made of it, into the
 * items that are kept.
 */
export function readEach<T extends z.ZodMiniType, R>(
  item: T,
  read: (came: unknown, result: z.core.util.SafeParseResult<z.output<T>>) => readonly R[],
): z.ZodMiniType<R[], z.input<T>[]> {
  const list = z.pipe(
    z.array(z.unknown()),
    z.transform((came: unknown[]): R[] => came.flatMap((one) => read(one, item.safeParse(one)))),
  )
  items.set(list, item)
  return list as unknown as z.ZodMiniType<R[], z.input<T>[]>
}

/** A list in which an item that cannot be read costs only itself. */
export const openArray = <T extends z.ZodMiniType>(item: T) =>
  readEach(item, (_came, result): z.output<T>[] => (result.success ? [result.data] : []))

/** A value that is absent where it cannot be read: one of a newer server, for example. */
export const openValue = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((came): z.output<T> | undefined => schema.safeParse(came).data),
    ),
  )
