import * as z from 'zod/mini'

/** The values that fill in a text; those that no text can show are left out. */
export const Params = z.pipe(
  z.record(
    z.string(),
    z.custom<string | number>(() => true),
  ),
  z.transform((params): Record<string, string | number> =>
    Object.fromEntries(
      Object.entries(params).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
    ),
  ),
)
