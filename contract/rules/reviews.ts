// What a review may be. Apart from schema/reviews.ts, so that a page can obey it without carrying the schemas' library.

/** Most characters of a review's text, and most pictures. */
export const REVIEW_TEXT_MAX = 2000
export const REVIEW_PICTURES_MAX = 6

/** The key of a person's review of a product out of an order, and the parts of it. */
export const reviewKeyOf = (orderId: string, productId: number): string => `${orderId}:${productId}`
export function reviewKeyParts(key: string): { orderId: string; productId: number } {
  const at = key.lastIndexOf(':')
  return { orderId: key.slice(0, at), productId: Number(key.slice(at + 1)) }
}
