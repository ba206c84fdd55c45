import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { isMailSwitch, type MailSwitch } from '#contract/messages/mail-kinds.ts'
import type { MarketKeys } from '../keys/market-keys.ts'

// The link at the end of a mail stops mails of its kind to its person, without signing in, and nothing else. Its token
// says who and what, under a MAC with a key that is derived from the market's sealing key: nothing is stored for it,
// and it works as long as the mail is kept.
//
//   the person's id (16 bytes) . kind . MAC (32 bytes), in base64url

const TOKEN = /^([\w-]{22})\.([A-Za-z]{1,30})\.([\w-]{43})$/

/** Whom a token speaks for, and of which mails. */
export interface SignOff {
  userId: string
  kind: MailSwitch
}

function macOf(sealing: Uint8Array, userId: string, kind: MailSwitch): Buffer {
  const key = Buffer.from(hkdfSync('sha256', sealing, '', 'caravan mail sign-off', 32))
  return createHmac('sha256', key).update(`${userId}\0${kind}`).digest()
}

/** The token of a mail's link; undefined where the kind has no switch, or the market has no key. */
export function signOffToken({ sealing }: MarketKeys, userId: string, kind: string): string | undefined {
  if (!sealing || !isMailSwitch(kind)) return undefined
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
  return `${id}.${kind}.${macOf(sealing, userId, kind).toString('base64url')}`
}

/** Reads a token; undefined where it is not one of the market's. */
export function readSignOff({ sealing }: MarketKeys, token: string): SignOff | undefined {
  const [, id = '', kind = '', mac = ''] = TOKEN.exec(token) ?? []
  if (!sealing || !isMailSwitch(kind)) return undefined
  const userId = Buffer.from(id, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const given = Buffer.from(mac, 'base64url')
  const right = macOf(sealing, userId, kind)
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, kind } : undefined
}
