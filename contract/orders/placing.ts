/** The mutations that place a store's part of a checkout, or ask for its price. */
export const placings = [
  'order.place',
  'order.buy',
  'order.submit',
  'order.ask',
  'order.submitAgreed',
  'order.askAgreed',
] as const

/** Whether a mutation places a store's part of a checkout, or asks for its price. */
export const placesOrder = (name: string): name is (typeof placings)[number] =>
  (placings as readonly string[]).includes(name)
