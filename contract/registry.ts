import * as cart from './schema/cart.ts'
import * as addresses from './schema/addresses.ts'
import { avatarSet } from './schema/avatar.ts'
import * as catalogue from './schema/catalogue.ts'
import type { Endpoint, InputOf, OutputOf, StatedOf } from './endpoint.ts'
import * as favourites from './schema/favourites.ts'
import * as follows from './schema/follows.ts'
import * as messages from './schema/messages.ts'
import type { Mutation, PayloadOf } from './mutation.ts'
import type { personEndpoints } from './person-endpoints.ts'
import * as ownLists from './schema/own-lists.ts'
import { storePack } from './schema/packs.ts'
import * as orders from './schema/orders.ts'
import * as reviews from './schema/reviews.ts'
import type { searchEndpoints } from './search-endpoints.ts'
import type { siteEndpoints } from './site-endpoints.ts'

// The registry is composed of worlds. A device starts with what a visitor may ask for, and with every mutation of a
// buyer, whose guesses it may need at any moment; a world of more comes with whoever opens it
// (worker/wire/endpoints.ts):
//
//   visitorEndpoints   here: the catalogue, to anyone
//   searchEndpoints    search-endpoints.ts: searches and facets, to anyone, with the first of them
//   siteEndpoints      site-endpoints.ts: articles, settings and areas, to anyone, when a screen shows them
//   personEndpoints    person-endpoints.ts: signing in, and whatever needs a session
//   endpoints          endpoints.ts: all of them, for the server

/** What anyone may ask for, by name. */
export const visitorEndpoints = {
  'catalogue.home': catalogue.home,
  'catalogue.products': catalogue.productList,
  'catalogue.categories': catalogue.categoryList,
  'catalogue.rates': catalogue.rateList,
  'catalogue.product': catalogue.productInfo,
  'catalogue.details': catalogue.productDetails,
  'catalogue.pack': storePack,
  'catalogue.reviews': catalogue.reviewList,
  'catalogue.store': catalogue.shopInfo,
  'catalogue.stores': catalogue.storeList,
  'catalogue.changes': catalogue.catalogueChanges,
} as const satisfies Record<string, { access: 'anyone' | 'optional' }>
type Endpoints = typeof visitorEndpoints & typeof searchEndpoints & typeof siteEndpoints & typeof personEndpoints
export type EndpointName = keyof Endpoints
export type VisitorEndpointName = keyof typeof visitorEndpoints
export type SearchEndpointName = keyof typeof searchEndpoints
export type SiteEndpointName = keyof typeof siteEndpoints
export type Input<N extends EndpointName> = InputOf<Endpoints[N]>
export type Output<N extends EndpointName> = OutputOf<Endpoints[N]>
export type Stated<N extends EndpointName> = StatedOf<Endpoints[N]>

/** Whether a call is a visitor's: it asks for nothing of a person's. */
export const isVisitorEndpoint = (name: EndpointName): name is VisitorEndpointName =>
  Object.hasOwn(visitorEndpoints, name)

/** Whether a call looks for something, by its name alone. */
export const isSearchEndpoint = (name: string): name is SearchEndpointName => name.startsWith('search.')

/** Whether a call is for what the operator writes and sets, by its name alone. */
export const isSiteEndpoint = (name: string): name is SiteEndpointName => /^(site|article|area)\./.test(name)

/** Every mutation that works, by name. */
export const mutations = {
  'favourite.set': favourites.favouriteSet,
  'favourite.clear': favourites.favouriteClear,
  'follow.set': follows.followSet,
  'avatar.set': avatarSet,
  'review.write': reviews.reviewWrite,
  'review.delete': reviews.reviewDelete,
  'cart.add': cart.cartAdd,
  'cart.set': cart.cartSet,
  'cart.tick': cart.cartTick,
  'cart.clear': cart.cartClear,
  'list.put': ownLists.listPut,
  'list.del': ownLists.listDel,
  'list.set': ownLists.listSet,
  'address.put': addresses.addressPut,
  'address.del': addresses.addressDel,
  'address.default': addresses.addressDefault,
  'message.read': messages.messageRead,
  'message.mute': messages.messageMute,
  'watch.set': messages.watchSet,
  'talk.send': messages.talkSend,
  'talk.read': messages.talkRead,
  'order.place': orders.orderPlace,
  'order.buy': orders.orderBuy,
  'order.submit': orders.orderSubmit,
  'order.ask': orders.orderAsk,
  'order.cancel': orders.orderCancel,
  'order.receive': orders.orderReceive,
} as const
export type MutationName = keyof typeof mutations
export type Payload<N extends MutationName> = PayloadOf<(typeof mutations)[N]>
export type TableOf<N extends MutationName> = (typeof mutations)[N]['tables'][number]

/** The mutation of a name, its payload of whichever shape: for code that treats all of them alike. */
export const mutationOf = (name: MutationName): Mutation => mutations[name] as unknown as Mutation

/** Narrows an unknown string to a mutation's name. */
export const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutations, name)

export type AnyEndpoint = Endpoint
