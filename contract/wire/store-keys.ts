/** The register row of what a store says of itself. */
export const storeNoticeKey = 'storeNotice/notice'
export const saleKey = (id: string): `sales/${string}` => `sales/${id}`
export const storeTalkKey = (id: string): `storeTalks/${string}` => `storeTalks/${id}`
export const storeTalkLineKey = (talk: string, id: string): `storeTalkLines/${string}` => `storeTalkLines/${talk}:${id}`
export const storeQuoteKey = (id: string): `storeQuotes/${string}` => `storeQuotes/${id}`
export const storeReviewKey = (id: number): `storeReviews/${string}` => `storeReviews/${id}`
export const storeMemberKey = (id: string): `storeMembers/${string}` => `storeMembers/${id}`
