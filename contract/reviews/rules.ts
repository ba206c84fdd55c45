// The limits of a review. Apart from schema.ts, so that a page can obey them without carrying the schemas'
// library.

/** The most characters of a review's text, and its largest number of pictures. */
export const REVIEW_TEXT_MAX = 2000
export const REVIEW_PICTURES_MAX = 6

/** The most characters of a store's reply, and the number of times that it can be written. */
export const REPLY_MAX = 1000
export const REPLY_LENGTH_MAX = 1000
/** The number of a store's reviews that its members see: the latest. */
export const STORE_REVIEWS_MAX = 500

/** The key of a person's review of a product out of an order, and the parts of it. */
export const reviewKeyOf = (orderId: string, productId: number): string => `${orderId}:${productId}`
export function reviewKeyParts(key: string): { orderId: string; productId: number } {
  const at = key.lastIndexOf(':')
  return { orderId: key.slice(0, at), productId: Number(key.slice(at + 1)) }
}
