import type { Endpoint } from '#contract/wire/endpoint.ts'
import {
  isOperatorEndpoint,
  isSearchEndpoint,
  isSiteEndpoint,
  isVisitorEndpoint,
  type DeviceEndpointName,
} from '#contract/registry.ts'
import { load } from '../env/load.ts'

/**
 * The contract of a call, loaded when somebody first asks for one of its world.
 *
 * @throws NotLoaded
 */
export const endpointOf = async (name: DeviceEndpointName): Promise<Endpoint> =>
  (isVisitorEndpoint(name)
    ? (await load(import('#contract/visitor-endpoints.ts'))).visitorEndpoints[name]
    : isSearchEndpoint(name)
      ? (await load(import('#contract/search-endpoints.ts'))).searchEndpoints[name]
      : isSiteEndpoint(name)
        ? (await load(import('#contract/site-endpoints.ts'))).siteEndpoints[name]
        : isOperatorEndpoint(name)
          ? (await load(import('#contract/operator-endpoints.ts'))).operatorEndpoints[name]
          : (await load(import('#contract/person-endpoints.ts'))).personEndpoints[name]) as unknown as Endpoint
