/** A figure of a store, shortened and exact. */
export interface Figure {
  id: 'sales' | 'sold' | 'credit' | 'products' | 'followers'
  name: string
  /** The number itself: a zero is not shown. */
  value: number
  short: string
  exact: string
  currency: string
}
