// The links that texts of the operator may have; checked where such a text is taken in, and again where it is shown.

/** The longest address of a link (characters). */
const HREF_MAX = 500

/** Whether a text is an address on the web: http or https with a host, and no name or password in it. */
export const isWebAddress = (text: string): boolean =>
  text.length <= HREF_MAX && /^https?:\/\/(?:[\p{L}\p{N}]|\[)[^\s/?#\\@]*(?:[/?#][^\s\\]*)?$/iu.test(text)

/** Whether a text is a path of this market: it begins with one slash, and holds no spaces and no backslash. */
export const isOwnPath = (text: string): boolean => text.length <= HREF_MAX && /^\/(?![/\\])[^\s\\]*$/.test(text)

/** Whether a link may lead there. */
export const isSafeLink = (text: string): boolean => isOwnPath(text) || isWebAddress(text)
