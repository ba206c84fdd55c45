import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Review, reviewKinds } from './catalogue.ts'
import { Id } from './id.ts'
import { openArray } from './open.ts'

export const reviewFilters = ['all', 'withImage', ...reviewKinds] as const
export type ReviewFilter = (typeof reviewFilters)[number]

/** Reviews of a product, newest first, paged by key. */
export const reviewList = endpoint({
  method: 'POST',
  path: '/api/index/reviews',
  access: 'anyone',
  cacheable: true,
  input: z.object({
    id: Id,
    filter: z._default(z.enum(reviewFilters), 'all'),
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({ reviews: openArray(Review), next: z.nullable(z.string()) }),
})
