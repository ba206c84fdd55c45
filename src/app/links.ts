import type { ListSort } from '#contract/list-sorts.ts'
import type { OrderTab } from '#contract/order-states.ts'

/** The addresses of the screens: what every link is made from. */
export const links = {
  home: '/',
  /** The product list; what is left out is at its default. */
  products: (p: { sort?: ListSort | undefined; find?: string | undefined; favourites?: boolean; store?: number | undefined } = {}): string => {
    const query = new URLSearchParams()
    if (p.sort && p.sort !== 'all') query.set('sort', p.sort)
    if (p.store) query.set('store', String(p.store))
    if (p.favourites) query.set('favourites', '1')
    if (p.find !== undefined) query.set('find', p.find)
    return query.size ? `/product?${query}` : '/product'
  },
  category: (pid: number, sort?: ListSort): string => `/category/${pid}${sort && sort !== 'all' ? `?sort=${sort}` : ''}`,
  goods: (id: number): string => `/goods?id=${id}`,
  cart: '/shop',
  collect: '/collect',
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
    if (p.id) { query.set('mode', 'edit'); query.set('id', p.id) }
    if (p.pick) query.set('pick', '1')
    return query.size ? `/insertAddress?${query}` : '/insertAddress'
  },
  mine: '/mine',
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
