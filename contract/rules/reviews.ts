// What a review may be. Apart from schema/reviews.ts, so that a page can obey it without carrying the schemas' library.

/** Most characters of a review's text, and most pictures. */
export const REVIEW_TEXT_MAX = 2000
export const REVIEW_PICTURES_MAX = 6

/** Most characters of a store's reply, and at most so often it is written. */
export const REPLY_MAX = 1000
export const REPLIES_MAX = 1000
/** A store's members see so many of its reviews: the latest. */
export const STORE_REVIEWS_MAX = 500

/** The key of a person's review of a product out of an order, and the parts of it. */
export const reviewKeyOf = (orderId: string, productId: number): string => `${orderId}:${productId}`
export function reviewKeyParts(key: string): { orderId: string; productId: number } {
  const at = key.lastIndexOf(':')
  return { orderId: key.slice(0, at), productId: Number(key.slice(at + 1)) }
}
