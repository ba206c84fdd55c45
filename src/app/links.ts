import type { ListFilter } from '#contract/rules/list-filter.ts'
import type { ListSort, SearchSort } from '#contract/rules/list-sorts.ts'
import type { OrderTab } from '#contract/rules/order-states.ts'

/** What narrows a list, as its address says it: prices in minor units of WORTH_CURRENCY. */
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
}

/** Reads it back from an address's query; what makes no sense there does not narrow. */
export function filterIn(search: string): ListFilter {
  const query = new URLSearchParams(search)
  const count = (name: string, least: number): number | undefined => {
    const text = query.get(name) ?? ''
    return /^\d{1,12}$/.test(text) && Number(text) >= least ? Number(text) : undefined
  }
  const [priceFrom, priceTo, minimum, area] = [count('from', 0), count('to', 0), count('min', 1), query.get('area')]
  return {
    ...(priceFrom !== undefined && { priceFrom }),
    ...(priceTo !== undefined && { priceTo }),
    ...(minimum !== undefined && { minimum }),
    ...(query.get('stock') === '1' && { inStock: true }),
    ...(area && /^[A-Z]{2}$/.test(area) && { area }),
  }
}

const withQuery = (path: string, query: URLSearchParams): string => (query.size ? `${path}?${query}` : path)

/** The addresses of the screens: what every link is made from. */
export const links = {
  home: '/',
  /** The product list; what is left out is at its default. */
  products: (
    p: { sort?: ListSort | undefined; favourites?: boolean; filter?: ListFilter | undefined } = {},
  ): string => {
    const query = new URLSearchParams()
    if (p.sort && p.sort !== 'all') query.set('sort', p.sort)
    if (p.favourites) query.set('favourites', '1')
    putFilter(query, p.filter)
    return withQuery('/product', query)
  },
  category: (pid: number, sort?: ListSort, filter?: ListFilter): string => {
    const query = new URLSearchParams()
    if (sort && sort !== 'all') query.set('sort', sort)
    putFilter(query, filter)
    return withQuery(`/category/${pid}`, query)
  },
  /** Searching; without a text, where one begins to. `stores`: what it finds among the stores. */
  search: (
    p: {
      text?: string | undefined
      stores?: boolean
      sort?: SearchSort | undefined
      category?: number | undefined
      filter?: ListFilter | undefined
    } = {},
  ): string => {
    const query = new URLSearchParams()
    if (p.text) query.set('q', p.text)
    if (p.stores) query.set('in', 'stores')
    if (p.sort && p.sort !== 'best') query.set('sort', p.sort)
    if (p.category) query.set('category', String(p.category))
    putFilter(query, p.filter)
    return withQuery('/search', query)
  },
  /** A store; `find` is searched for within it. */
  store: (
    id: number,
    p: { find?: string | undefined; sort?: ListSort | SearchSort | undefined; filter?: ListFilter | undefined } = {},
  ): string => {
    const query = new URLSearchParams()
    if (p.find) query.set('q', p.find)
    if (p.sort && p.sort !== 'all' && p.sort !== 'best') query.set('sort', p.sort)
    putFilter(query, p.filter)
    return withQuery(`/store/${id}`, query)
  },
  goods: (id: number): string => `/goods?id=${id}`,
  cart: '/shop',
  collect: '/collect',
  collectShop: '/collectShop',
  /** Order confirmation of what is ticked in the cart; `address` is where it goes instead of the default. */
  checkout: (address?: string): string => (address ? `/orderChecked?address=${address}` : '/orderChecked'),
  /** What became of a checkout, by the groups of its orders. */
  success: (groups: readonly string[]): string => `/success?group=${groups.join(',')}`,
  /** Paying certain orders. */
  pay: (ids: readonly string[]): string => `/pay?ids=${ids.join(',')}`,
  orders: (tab: OrderTab = 'all'): string => (tab === 'all' ? '/order' : `/order?tab=${tab}`),
  order: (id: string): string => `/order?id=${id}`,
  /** The delivery addresses; with `pick`, to choose one for an order. */
  addresses: (pick = false): string => (pick ? '/address?pick=1' : '/address'),
  /** Adding an address, or editing the one with an id; with `pick`, the order goes there afterwards. */
  address: (p: { id?: string; pick?: boolean } = {}): string => {
    const query = new URLSearchParams()
    if (p.id) {
      query.set('mode', 'edit')
      query.set('id', p.id)
    }
    if (p.pick) query.set('pick', '1')
    return query.size ? `/insertAddress?${query}` : '/insertAddress'
  },
  mine: '/mine',
  /** The sync centre; `needs` leads to what needs the person. */
  sync: (at?: 'needs'): string => (at ? `/sync?at=${at}` : '/sync'),
  settings: '/setting',
  language: '/lang',
  /** Logging in; `ended` after an expired session (spec §2: n=1), `back` is where one goes on afterwards. */
  login: (ended = false, back?: string): string => {
    const query = new URLSearchParams()
    if (ended) query.set('n', '1')
    if (back) query.set('back', back)
    return query.size ? `/login?${query}` : '/login'
  },
  register: '/register',
} as const
