/** A name in addresses: small Latin letters and digits, with hyphens between. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const SLUG_MAX = 60
