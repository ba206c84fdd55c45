import * as cart from './cart/schema.ts'
import type { Endpoint, InputOf, OutputOf, StatedOf } from './wire/endpoint.ts'
import * as favourites from './favourites/schema.ts'
import * as follows from './favourites/schema-follows.ts'
import type { PayloadOf } from './wire/mutation.ts'
import type { operatorEndpoints } from './operator-endpoints.ts'
import type { outsideEndpoints } from './outside-endpoints.ts'
import type { personEndpoints } from './person-endpoints.ts'
import type { personMutations } from './person-mutations.ts'
import type { searchEndpoints } from './search-endpoints.ts'
import type { siteEndpoints } from './site-endpoints.ts'
import type { storeMutations } from './store-mutations.ts'
import type { visitorEndpoints } from './visitor-endpoints.ts'

// The registry is composed of worlds. A device starts with a visitor's calls and mutations; every further world is
// loaded by the code that opens it (worker/wire/endpoints.ts, worker/guess/known.ts):
//
//   visitorEndpoints   visitor-endpoints.ts: the catalogue, to anyone, with the first request
//   searchEndpoints    search-endpoints.ts: searches and facets, to anyone, with the first of them
//   siteEndpoints      site-endpoints.ts: articles, settings and areas, to anyone, when a screen shows them
//   personEndpoints    person-endpoints.ts: signing in, and everything else that needs a session
//   operatorEndpoints  operator-endpoints.ts: the operator's entrance and desks, when somebody opens them
//   outsideEndpoints   outside-endpoints.ts: for other programs; devices make none of them
//   endpoints          endpoints.ts: all of them, for the server
//
//   visitorMutations   here: hearts, followed stores and the cart
//   personMutations    person-mutations.ts: all others, with the first of them, and with the code that sends
//   storeMutations     store-mutations.ts: those of a store's members, with the first store that is opened
//   mutations          mutations.ts: all of them, for the server

type Endpoints = typeof visitorEndpoints &
  typeof searchEndpoints &
  typeof siteEndpoints &
  typeof personEndpoints &
  typeof operatorEndpoints &
  typeof outsideEndpoints
export type EndpointName = keyof Endpoints
export type VisitorEndpointName = keyof typeof visitorEndpoints
export type SearchEndpointName = keyof typeof searchEndpoints
export type SiteEndpointName = keyof typeof siteEndpoints
export type OperatorEndpointName = keyof typeof operatorEndpoints
/** Calls that a device makes. */
export type DeviceEndpointName = Exclude<EndpointName, keyof typeof outsideEndpoints>
/** Calls that move a person's money; their answers hold the rows that they have written. */
export type MovingEndpointName = 'order.pay' | 'withdraw.ask' | 'withdraw.cancel'
/** Calls about a person's money. */
export type MoneyEndpointName = Extract<
  DeviceEndpointName,
  | MovingEndpointName
  | `${'recharge' | 'simulated'}.${string}`
  | 'user.fundPassword'
  | 'order.payQuote'
  | 'withdraw.stop'
>
export type Input<N extends EndpointName> = InputOf<Endpoints[N]>
export type Output<N extends EndpointName> = OutputOf<Endpoints[N]>
export type Stated<N extends EndpointName> = StatedOf<Endpoints[N]>

/** Whether a call is for the catalogue, by its name alone. */
export const isVisitorEndpoint = (name: string): name is VisitorEndpointName => name.startsWith('catalogue.')

/** Whether a call looks for something, by its name alone. */
export const isSearchEndpoint = (name: string): name is SearchEndpointName => name.startsWith('search.')

/** Whether a call is for what the operator writes and sets, by its name alone. */
export const isSiteEndpoint = (name: string): name is SiteEndpointName => /^(site|article|area)\./.test(name)

/** Whether a call is the operator's or for a second factor, by its name alone. */
export const isOperatorEndpoint = (name: string): name is OperatorEndpointName => /^(operator|factor)\./.test(name)

/**
 * The mutations of a visit's first screens, by name. A device starts with them, so that nothing has to be loaded before
 * a tap is kept.
 */
export const visitorMutations = {
  'favourite.set': favourites.favouriteSet,
  'favourite.clear': favourites.favouriteClear,
  'follow.set': follows.followSet,
  'cart.add': cart.cartAdd,
  'cart.set': cart.cartSet,
  'cart.tick': cart.cartTick,
  'cart.later': cart.cartLater,
  'cart.clear': cart.cartClear,
} as const

type Mutations = typeof visitorMutations & typeof personMutations & typeof storeMutations
export type VisitorMutationName = keyof typeof visitorMutations
export type PersonMutationName = keyof typeof personMutations
export type StoreMutationName = keyof typeof storeMutations
export type MutationName = keyof Mutations
export type Payload<N extends MutationName> = PayloadOf<Mutations[N]>
export type TableOf<N extends MutationName> = Mutations[N]['tables'][number]

export type AnyEndpoint = Endpoint
