import { operatorEndpoints } from './operator-endpoints.ts'
import { outsideEndpoints } from './outside-endpoints.ts'
import { personEndpoints } from './person-endpoints.ts'
import { visitorEndpoints } from './visitor-endpoints.ts'
import { searchEndpoints } from './search-endpoints.ts'
import { siteEndpoints } from './site-endpoints.ts'

/** Every read or online-only call that works, by name. A device never imports it: it would carry all worlds. */
export const endpoints = {
  ...visitorEndpoints,
  ...searchEndpoints,
  ...siteEndpoints,
  ...personEndpoints,
  ...operatorEndpoints,
  ...outsideEndpoints,
} as const
