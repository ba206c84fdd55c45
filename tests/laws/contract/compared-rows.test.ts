import { expectTypeOf, it } from 'vitest'
import type * as z from 'zod/mini'
import type { mutations } from '#contract/mutations.ts'
import type { UserRows } from '#contract/sync/schema-rows.ts'
import type { Mutation } from '#contract/wire/mutation.ts'

// A mutation says for itself what it compares of a row, because rows are declared above it. The compiler judges.

/** The tables of a mutation whose rows lack what it compares. */
type Misfit<M> = M extends Mutation<z.ZodMiniType, infer T, infer B> ? (UserRows[T] extends B ? never : T) : never

it('mutations compare with rows only what these hold', () => {
  expectTypeOf<Misfit<(typeof mutations)[keyof typeof mutations]>>().toBeNever()
  expectTypeOf<Misfit<Mutation<z.ZodMiniType, 'cartLines', { absent: true }>>>().toEqualTypeOf<'cartLines'>()
})
