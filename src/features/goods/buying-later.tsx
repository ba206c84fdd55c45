// What buying a product can need once the page has taken over: one part.
export { BackNote } from './back-note.tsx'
export { DealEnd } from './deal-end.tsx'
export { PriceBell } from './price-bell.tsx'
export { VariantGrid } from './variant-grid.tsx'
