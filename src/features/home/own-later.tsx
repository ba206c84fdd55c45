// What home shows of a person's own: one part, which comes once the page has taken over.
export { OwnOrders } from './own-orders.tsx'
export { OwnShelf } from './own-shelf.tsx'
