// A store that is taken along: all its products in full, with small pictures, kept on the device until it is removed.

/** The largest number of stores at a time, of products of one store, and of bytes of all together (as estimated). */
export const PACKS_MAX = 5
export const PACK_PRODUCTS_MAX = 5_000
export const PACK_BYTES_MAX = 200_000_000

/** About how large a small picture is (bytes). */
export const PACK_PICTURE_BYTES = 8_000

/** The cache of their pictures. */
export const PACK_CACHE = 'caravan-packs'
