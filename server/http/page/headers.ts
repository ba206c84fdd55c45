import { createHash } from 'node:crypto'

// Nothing inline, nothing from elsewhere, no eval; the page's one Trusted Types policy allows exactly the
// addresses of its worker and its service worker. Product pictures may be data of our own making only.
/** The policy of an answer; `styles` are the hashes of a document's own styles. */
export const policyWith = (styles: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types caravan',
  ].join('; ')

/** The hash of a style element's text, as a policy has it. */
export const styleHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Headers that every answer carries. */
export const securityHeaders: Record<string, string> = {
  'Content-Security-Policy': policyWith([]),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/**
 * Added to what goes out over TLS, which ends in a proxy before us: from then on a browser comes by TLS alone. Over
 * plain HTTP it must not be sent (RFC 6797), and would be ignored.
 */
export const tlsHeaders: Record<string, string> = { 'Strict-Transport-Security': 'max-age=31536000' }
