import type { Endpoint } from '#contract/endpoint.ts'
import { isVisitorEndpoint, visitorEndpoints, type EndpointName } from '#contract/registry.ts'
import { load } from '../env/load.ts'

/**
 * The contract of a call. What only a person asks for is loaded when one first does.
 *
 * @throws NotLoaded
 */
export const endpointOf = async (name: EndpointName): Promise<Endpoint> =>
  (isVisitorEndpoint(name)
    ? visitorEndpoints[name]
    : (await load(import('#contract/person-endpoints.ts'))).personEndpoints[name]) as unknown as Endpoint
