import * as z from 'zod/mini'

/**
 * A picture: `src` is a path under /media/ without its size (see pictureUrl), `tint` the colour that stands in while it
 * loads.
 */
export const Picture = z.object({ src: z.string(), tint: z.string().check(z.regex(/^#[0-9a-f]{6}$/)) })
export type Picture = z.infer<typeof Picture>
