/** Pictures of categories and in articles, all of a market together. */
export const MARKET_PICTURES_MAX = 500
/** The `src` of one. */
export const MARKET_PICTURE = /^file\/[0-9a-f]{32}$/
