import * as z from 'zod/mini'

// Fields of the environment that several settings share.

/**
 * An address of a server. The problem says what is expected and never what was given, because these addresses carry
 * passwords.
 */
export const address = (example: string, protocols: readonly string[] = ['https:', 'http:'], needsHost = true) =>
  z.optional(
    z.string().check(
      z.refine((value) => {
        if (!URL.canParse(value)) return false
        const url = new URL(value)
        return protocols.includes(url.protocol) && (!needsHost || url.hostname !== '')
      }, `is no address like ${example}`),
    ),
  )

/**
 * An extended public key in BIP-32's own form. Its checksum is checked where the chain is opened, so that a market
 * without one does not load the library.
 */
export const accountKey = z.optional(
  z.string().check(z.regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107,108}$/, 'is not an extended public key: xpub…')),
)
