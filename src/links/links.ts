import { MARK_MAX, MARKS_MAX } from '#contract/lists/marks.ts'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import type { ListSort, SearchSort } from '#contract/lists/sorts.ts'
import type { OrderTab } from '#contract/orders/states.ts'

/** Writes a list's filter into an address; prices are minor units of the market's currency. */
function putFilter(query: URLSearchParams, f: ListFilter = {}): void {
  for (const [name, value] of [
    ['from', f.priceFrom],
    ['to', f.priceTo],
    ['min', f.minimum],
    ['stock', f.inStock ? 1 : undefined],
    ['area', f.area],
  ] as const) {
    if (value !== undefined) query.set(name, String(value))
  }
  for (const mark of f.marks ?? []) query.append('mark', mark)
}

/** Reads a filter from an address's query; invalid values are ignored. */
export function filterIn(search: string): ListFilter {
  const query = new URLSearchParams(search)
  const count = (name: string, least: number): number | undefined => {
    const text = query.get(name) ?? ''
    return /^\d{1,12}$/.test(text) && Number(text) >= least ? Number(text) : undefined
  }
  const [priceFrom, priceTo, minimum, area] = [count('from', 0), count('to', 0), count('min', 1), query.get('area')]
  const marks = [...new Set(query.getAll('mark'))].filter((mark) => mark.length <= MARK_MAX).slice(0, MARKS_MAX)
  return {
    ...(priceFrom !== undefined && { priceFrom }),
    ...(priceTo !== undefined && { priceTo }),
    ...(minimum !== undefined && { minimum }),
    ...(query.get('stock') === '1' && { inStock: true }),
    ...(area && /^[A-Z]{2}$/.test(area) && { area }),
    ...(marks.length > 0 && { marks }),
  }
}

/** A path with a query, if there is one. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = String(query)
  return text ? `${path}?${text}` : path
}

/** Makes a query, without the empty values. */
const queryOf = (values: Partial<Record<string, string | number | undefined>>): URLSearchParams =>
  new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, `${value}`]] : [])))

/** The parameters of a top-up's address; `back` is the path of the payment to return to. */
type RechargeAt = Partial<Record<'coin' | 'network' | 'claim' | 'back', string | undefined>>

/** The parameters of a withdrawal's address; `store` is the store whose earnings are withdrawn. */
type WithdrawAt = Partial<Record<'coin' | 'network', string | undefined>> & { store?: number | undefined }

/**
 * A part of a desk: what a text finds, what is of one day of the calendar in UTC (of orders, `by` what), or the one
 * person, store or conversation of an id.
 */
type DeskAt = Partial<Record<'find' | 'day' | 'by' | 'id', string | number | undefined>>

/** A screen of a store's centre; without a store, of the only one that the person acts for. */
const inStore = (path: string, store: number | undefined): string => withQuery(path, queryOf({ store }))

/** The addresses of all screens: every link is made here. */
export const links = {
  home: '/',
  /** The product list; omitted values are the defaults. */
  products: (
    p: { sort?: ListSort | undefined; favourites?: boolean; filter?: ListFilter | undefined } = {},
  ): string => {
    const query = queryOf({ sort: p.sort === 'all' ? '' : p.sort, favourites: p.favourites ? 1 : '' })
    putFilter(query, p.filter)
    return withQuery('/product', query)
  },
  category: (pid: number, sort?: ListSort, filter?: ListFilter): string => {
    const query = queryOf({ sort: sort === 'all' ? '' : sort })
    putFilter(query, filter)
    return withQuery(`/category/${pid}`, query)
  },
  /** Search; without a text, its start page. `stores` shows the matching stores instead of products. */
  search: (
    p: {
      text?: string | undefined
      stores?: boolean
      sort?: SearchSort | undefined
      category?: number | undefined
      filter?: ListFilter | undefined
    } = {},
  ): string => {
    const sort = p.sort === 'best' ? '' : p.sort
    const query = queryOf({ q: p.text, in: p.stores ? 'stores' : '', sort, category: p.category })
    putFilter(query, p.filter)
    return withQuery('/search', query)
  },
  /** A store; `find` is the text searched for within it. */
  store: (
    id: number,
    p: {
      find?: string | undefined
      category?: number | undefined
      sort?: ListSort | SearchSort | undefined
      filter?: ListFilter | undefined
    } = {},
  ): string => {
    const sort = p.sort === 'all' || p.sort === 'best' ? '' : p.sort
    const query = queryOf({ q: p.find, sort, category: p.category })
    putFilter(query, p.filter)
    return withQuery(`/store/${id}`, query)
  },
  /** The articles of groups. */
  page: (groups: readonly number[]): string => `/page/${groups.join(',')}`,
  article: (id: number): string => `/article-detail/${id}`,
  faqs: '/faqs',
  /** The products one by one. */
  flow: '/tiktok-flow',
  /** The guide for buyers, or for sellers. */
  know: (whom: 'buyers' | 'sellers' = 'buyers'): string => (whom === 'sellers' ? '/know?for=sellers' : '/know'),
  /** How the app is installed. */
  install: (whom: 'buyers' | 'sellers' = 'buyers'): string =>
    whom === 'sellers' ? '/install?for=sellers' : '/install',
  goods: (id: number): string => `/goods?id=${id}`,
  cart: '/shop',
  /** A person's own lists, one of them, and the quick-order pad. */
  ownLists: '/lists',
  /** The centre of a store that the person acts for: its orders, and what it says of itself. */
  centre: (store?: number): string => inStore('/centre', store),
  /** One order of a store. */
  sale: (id: string, store?: number): string => inStore(`/centre/order/${encodeURIComponent(id)}`, store),
  /** Papers of orders of a store: a pick list, packing slips, labels, invoices with their credit notes. */
  salePapers: (kind: 'pick' | 'slip' | 'label' | 'invoice', ids: readonly string[], store?: number): string => {
    const query = new URLSearchParams({ kind, ids: ids.join(',') })
    if (store !== undefined) query.set('store', String(store))
    return withQuery('/centre/print', query)
  },
  /** Its goods, one of them, the form of a new one, and goods as files. */
  centreGoods: (store?: number): string => inStore('/centre/goods', store),
  centreProduct: (id: string, store?: number): string => inStore(`/centre/goods/${id}`, store),
  centreNewProduct: (store?: number): string => inStore('/centre/goods/new', store),
  centreImport: (store?: number): string => inStore('/centre/goods/import', store),
  /** Its conversations with buyers, and one of them. */
  storeTalks: (store?: number): string => inStore('/centre/talks', store),
  storeTalk: (id: string, store?: number): string => withQuery('/centre/talks', queryOf({ id, store })),
  /** Its earnings. */
  centreEarnings: (store?: number): string => inStore('/centre/earnings', store),
  /** The screen for many goods at once, with the list's choice (`show`) and search (`find`). */
  centreMany: (store: number | undefined, show: string, find: string): string => {
    const query = queryOf({ store })
    if (show !== 'all') query.set('show', show)
    if (find !== '') query.set('q', find)
    return withQuery('/centre/goods/many', query)
  },
  /** Its line sheets: of all goods on sale, or of some. */
  centreSheet: (store?: number, ids: readonly string[] = []): string => {
    const query = queryOf({ store })
    if (ids.length > 0) query.set('ids', ids.join(','))
    return withQuery('/centre/sheet', query)
  },
  /** The line sheet that a store's private link opens. */
  lineSheet: (id: string): string => `/sheet/${id}`,
  /** The price requests that buyers send it, one of them, and (further below) its reviews. */
  centreRequests: (store?: number): string => inStore('/centre/requests', store),
  centreRequest: (id: string, store?: number): string => inStore(`/centre/requests/${id}`, store),
  /** Where an order is drawn up for the buyer of an order, a conversation or a request. */
  centreDraw: (of: `${'sale' | 'storeTalk' | 'request'}/${string}`, store?: number): string =>
    inStore(`/centre/draw/${of}`, store),
  centreReviews: (store?: number): string => inStore('/centre/reviews', store),
  centreStore: (store?: number): string => inStore('/centre/store', store),
  ownList: (id: string): string => `/lists/${id}`,
  pad: '/quick-order',
  collect: '/collect',
  collectShop: '/collectShop',
  /** Checkout of the cart's ticked lines; `address` replaces the default delivery address. */
  checkout: (address?: string): string => (address ? `/orderChecked?address=${address}` : '/orderChecked'),
  /** The result of a checkout, by the groups of its orders. */
  success: (groups: readonly string[]): string => `/success?group=${groups.join(',')}`,
  /** Payment of the given orders. */
  pay: (ids: readonly string[]): string => `/pay?ids=${ids.join(',')}`,
  /** A list of the orders that match; `id` shows one of them in full. */
  orders: (
    tab: OrderTab = 'all',
    p: {
      find?: string | undefined
      store?: number | undefined
      since?: string | undefined
      id?: string | undefined
    } = {},
  ): string => {
    const { find: q, store, since, id } = p
    return withQuery('/order', queryOf({ tab: tab === 'all' ? '' : tab, q, store, since, id }))
  },
  order: (id: string): string => `/order?id=${id}`,
  /** The form in which a buyer reviews the products of an order. */
  review: (order: string): string => `/review?id=${order}`,
  /** A problem with an order, or with one of its parcels. */
  report: (order: string, parcel?: number): string =>
    `/report?id=${order}${parcel === undefined ? '' : `&parcel=${parcel}`}`,
  /** An order as a page for printing; without a kind, the one that its state calls for. */
  print: (id: string, kind?: string): string => `/print?id=${id}${kind ? `&kind=${kind}` : ''}`,
  /** Becoming a seller, and how the application stands. */
  merchant: '/merchant',
  /** The delivery addresses; with `pick`, to choose one for an order. */
  addresses: (pick = false): string => (pick ? '/address?pick=1' : '/address'),
  /** Adds an address, or edits the one with an id; with `pick`, the order is then delivered there. */
  address: (p: { id?: string; pick?: boolean } = {}): string => {
    const query = new URLSearchParams()
    if (p.id) {
      query.set('mode', 'edit')
      query.set('id', p.id)
    }
    if (p.pick) query.set('pick', '1')
    return withQuery('/insertAddress', query)
  },
  messages: '/message',
  /** The conversations; `id` shows one of them. */
  talks: '/talks',
  talk: (id: string): string => `/talks?id=${id}`,
  /**
   * Says something to a store, or (`to` 0) to the operator, about something: in the conversation that there is, or in a
   * new one.
   */
  ask: (to: number, about?: { kind: 'product' | 'order' | 'store'; id: number | string }): string => {
    const query = new URLSearchParams({ to: String(to) })
    if (about) query.set(about.kind, String(about.id))
    return `/talks?${query}`
  },
  /** The prices that stores were asked for, one of them, and the way to ask for one of a product. */
  quotes: '/quotes',
  quote: (id: string): string => `/quotes/${id}`,
  askPrice: (product: number): string => `/askPrice?id=${product}`,
  /** The events that the person asked to be notified of. */
  watches: '/watches',
  mine: '/mine',
  /** The money of the person, or of a store. */
  wallet: (store?: number): string => inStore('/wallet', store),
  /** Setting the fund password; `back` is the path to return to afterwards. */
  fundPassword: (back?: string): string => withQuery('/fundPassword', queryOf({ back })),
  /** Filling the account: the choice of a coin and a network, the chosen ones, or a claim of a payment on them. */
  recharge: (at: RechargeAt = {}): string => withQuery('/recharge', queryOf(at)),
  /** Withdrawing: the choice of a coin and a network, or the form of the chosen ones. */
  withdraw: (at: WithdrawAt = {}): string => withQuery('/withdraw', queryOf(at)),
  withdrawals: (store?: number): string => inStore('/withdrawRecode', store),
  /** One withdrawal by its id. */
  withdrawal: (id: string, store?: number): string => withQuery('/withdrawRecode', queryOf({ id, store })),
  recharges: '/rechargeRecode',
  /** One recharge by its key (contract/deposits/recharges.ts); `back` is the path of the payment to return to. */
  rechargeDetail: (id: string, back?: string): string => withQuery('/rechargeDetail', queryOf({ id, back })),
  /** The operator's entrance and list of desks, or one of them, or a part of that one. */
  operator: (desk?: string, at: DeskAt = {}): string =>
    withQuery(desk ? `/operator/${desk}` : '/operator', queryOf(at)),
  /** The sync centre; `needs` leads to the changes that need the person. */
  sync: (at?: 'needs' | 'more'): string => (at ? `/sync?at=${at}` : '/sync'),
  settings: '/setting',
  language: '/lang',
  /** Login; `ended` after an expired session (spec §2: n=1), `back` is the path to return to afterwards. */
  login: (ended = false, back?: string): string => {
    const query = new URLSearchParams()
    if (ended) query.set('n', '1')
    if (back) query.set('back', back)
    return withQuery('/login', query)
  },
  register: '/register',
  /** Registration with an invitation code filled in. */
  invited: (code: string): string => `/register?invite=${encodeURIComponent(code)}`,
  loan: '/loan',
  resetPassword: '/resetPwd',
} as const
