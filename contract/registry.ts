import * as account from './schema/account.ts'
import * as cart from './schema/cart.ts'
import * as addresses from './schema/addresses.ts'
import * as catalogue from './schema/catalogue.ts'
import type { Endpoint, InputOf, OutputOf, StatedOf } from './endpoint.ts'
import * as favourites from './schema/favourites.ts'
import * as follows from './schema/follows.ts'
import type { Mutation, PayloadOf } from './mutation.ts'
import * as orders from './schema/orders.ts'
import * as search from './schema/search.ts'
import * as stores from './schema/stores.ts'
import * as sync from './schema/sync.ts'

/** Every read or online-only call that works, by name. */
export const endpoints = {
  'user.login': account.login,
  'user.register': account.register,
  'user.emailCode': account.emailCode,
  'user.profile': account.profile,
  'user.index': account.userIndex,
  'user.logout': account.logout,
  'user.change': account.userChange,
  'user.sessions': account.sessions,
  'user.endSession': account.endSession,
  'user.followedStores': stores.followedStores,
  'catalogue.home': catalogue.home,
  'catalogue.products': catalogue.productList,
  'catalogue.categories': catalogue.categoryList,
  'catalogue.product': catalogue.productInfo,
  'catalogue.details': catalogue.productDetails,
  'catalogue.reviews': catalogue.reviewList,
  'catalogue.store': catalogue.shopInfo,
  'catalogue.stores': catalogue.storeList,
  'catalogue.changes': catalogue.catalogueChanges,
  'search.products': search.searchProducts,
  'search.stores': search.searchStores,
  'address.index': addresses.addressIndex,
  'area.read': addresses.areaRead,
  'order.pay': orders.orderPay,
  'sync.push': sync.push,
  'sync.pull': sync.pull,
  'sync.void': sync.voidIntent,
  'sync.adopt': sync.adopt,
  'sync.lost': sync.lost,
} as const
export type EndpointName = keyof typeof endpoints
export type Input<N extends EndpointName> = InputOf<(typeof endpoints)[N]>
export type Output<N extends EndpointName> = OutputOf<(typeof endpoints)[N]>
export type Stated<N extends EndpointName> = StatedOf<(typeof endpoints)[N]>

/** Every mutation that works, by name. */
export const mutations = {
  'favourite.set': favourites.favouriteSet,
  'favourite.clear': favourites.favouriteClear,
  'follow.set': follows.followSet,
  'cart.add': cart.cartAdd,
  'cart.set': cart.cartSet,
  'cart.tick': cart.cartTick,
  'cart.clear': cart.cartClear,
  'address.put': addresses.addressPut,
  'address.del': addresses.addressDel,
  'address.default': addresses.addressDefault,
  'order.place': orders.orderPlace,
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
