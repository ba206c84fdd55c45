// One file for the parts of buying that are loaded once the page has taken over.
export { BackNote } from './back-note.tsx'
export { DealEnd } from './deal-end.tsx'
export { PriceBell } from './price-bell.tsx'
export { VariantGrid } from './variant-grid.tsx'
