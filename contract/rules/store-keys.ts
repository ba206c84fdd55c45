/** The register row of what a store says of itself. */
export const storeNoticeKey = 'storeNotice/notice'
export const saleKey = (id: string): `sales/${string}` => `sales/${id}`
export const storeMemberKey = (id: string): `storeMembers/${string}` => `storeMembers/${id}`
