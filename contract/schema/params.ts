import * as z from 'zod/mini'

/** What a text is filled in with; what no text can show is left out. */
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
