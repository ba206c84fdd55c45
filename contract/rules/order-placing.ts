const placings = ['order.place', 'order.buy'] as const

/** Whether a mutation places a store's part of a checkout. */
export const placesOrder = (name: string): name is (typeof placings)[number] =>
  (placings as readonly string[]).includes(name)
