import type { ListSort } from '#contract/list-sorts.ts'

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
