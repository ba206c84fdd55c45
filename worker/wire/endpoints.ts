import type { Endpoint } from '#contract/endpoint.ts'
import {
  isOperatorEndpoint,
  isSearchEndpoint,
  isSiteEndpoint,
  isVisitorEndpoint,
  visitorEndpoints,
  type EndpointName,
} from '#contract/registry.ts'
import { load } from '../env/load.ts'

/**
 * The contract of a call. What not every visit asks for is loaded when somebody first does.
 *
 * @throws NotLoaded
 */
export const endpointOf = async (name: EndpointName): Promise<Endpoint> =>
  (isVisitorEndpoint(name)
    ? visitorEndpoints[name]
    : isSearchEndpoint(name)
      ? (await load(import('#contract/search-endpoints.ts'))).searchEndpoints[name]
      : isSiteEndpoint(name)
        ? (await load(import('#contract/site-endpoints.ts'))).siteEndpoints[name]
        : isOperatorEndpoint(name)
          ? (await load(import('#contract/operator-endpoints.ts'))).operatorEndpoints[name]
          : (await load(import('#contract/person-endpoints.ts'))).personEndpoints[name]) as unknown as Endpoint
