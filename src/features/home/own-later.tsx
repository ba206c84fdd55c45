// One file for the person's own parts of home, which are loaded once the page has taken over.
export { OwnOrders } from './own-orders.tsx'
export { OwnShelf } from './own-shelf.tsx'
