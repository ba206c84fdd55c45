import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { factor } from '../factors/schema-code.ts'
import { PASSWORD_MIN } from '../wire/limits.ts'
import { FileId } from '../pictures/schema-file-id.ts'
import { locales } from '../text/locales.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { LocaleCodeSchema } from '../text/schema-texts.ts'
import { MinorUnits, Money } from '../currencies/schema-money.ts'
import { PayRate } from '../wallet/schema-pay.ts'
import { RechargeMethod } from '../deposits/schema.ts'
import { WithdrawingSchema } from '../withdrawals/schema-method.ts'
import { bounceReasons } from '../messages/mail-bounces.ts'

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())
export const code = z.string().check(z.trim(), z.regex(/^\d{6}$/))
export const password = z.string().check(z.maxLength(200))
const newPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(200))
// No control characters: a name is one line, and PostgreSQL stores no NUL.
const username = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{Cc}*$/u))

// Typed from paper or read aloud: case, spaces and hyphens do not count.
export const invitationCode = z.string().check(
  z.maxLength(40),
  z.overwrite((text) => text.toUpperCase().replace(/[\s-]/g, '')),
)

/** The person, without anything secret. `id` is stable for ever and names the device's database. */
export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  /** A language that this app does not speak is kept; it is read as English (`knownOr`). */
  language: openEnum(locales.map((l) => l.code)),
  createdAt: z.number(),
})
export type User = z.infer<typeof User>

/** The login response: userinfo containing the token (spec §3). */
const SignedIn = z.object({ userinfo: z.extend(User, { token: z.string() }) })

/**
 * The contents of Mine: the user record and the money it holds (spec §3). `amount` is available for spending; `test`
 * marks money that is worth nothing.
 */
export const Profile = z.object({
  userinfo: User,
  money: z.extend(Money, {
    test: z.boolean(),
    /**
     * `escrow` was paid for orders and is not yet the shops'; `unpaid` is what the unpaid orders will take of `amount`.
     * Both are in the same minor units; a profile that an older server sent has neither.
     */
    escrow: z.optional(MinorUnits),
    unpaid: z.optional(MinorUnits),
    /**
     * The total worth of all coins that can pay for orders, in the same minor units; `amount` counts USDT where the
     * currency is the dollar.
     */
    worth: z.optional(MinorUnits),
  }),
  /** The rates of coins; absent from older servers. */
  coinRates: z.optional(openArray(PayRate)),
  /** Whether the person has a fund password; absent from older servers. */
  fundPassword: z.optional(z.boolean()),
  /** The ways to fill the account; empty where there are none, absent from older servers. */
  recharge: z.optional(openArray(RechargeMethod)),
  /** The ways to withdraw; absent from older servers. */
  withdraw: z.optional(WithdrawingSchema),
  /** How much waits at the desks of an operator who has entered; null for anybody else, absent from older servers. */
  operator: z.optional(z.nullable(z.object({ waiting: z.int() }))),
  /** Why mails to the person come back, since when (Unix ms); null while they arrive, absent from older servers. */
  bounced: z.optional(z.nullable(z.object({ reason: openEnum(bounceReasons), at: z.number() }))),
  /** The person's own code, who invited them, and whom they invited (their latest); an older server sends none. */
  invitations: z.optional(
    z.object({
      code: z.string(),
      by: z.nullable(z.string()),
      count: z.int(),
      invited: openArray(z.object({ name: z.string(), at: z.number() })),
    }),
  ),
})
export type Profile = z.infer<typeof Profile>

export const login = endpoint({
  method: 'POST',
  path: '/api/user/login',
  access: 'anyone',
  /** `factor` is a code of the second factor, for an account that has one. */
  input: z.object({ email, password, factor }),
  output: SignedIn,
})

export const register = endpoint({
  method: 'POST',
  path: '/api/user/register',
  access: 'anyone',
  input: z.object({
    username,
    email,
    code,
    password: newPassword,
    language: z.optional(LocaleCodeSchema),
    /** The code of the person who invited this one (spec §1). */
    invitation: z.optional(invitationCode),
  }),
  output: SignedIn,
})

/** The purposes for which a code is mailed; each code is good for one alone. */
export const codeEvents = ['register', 'resetpwd', 'social', 'fund', 'address'] as const

/** Sends a six-digit code to an address (spec §7); the answer never tells whether an account exists. */
export const emailCode = endpoint({
  method: 'GET',
  path: '/api/ems/send',
  access: 'anyone',
  input: z.object({ email, event: z._default(z.enum(codeEvents), 'register') }),
  output: z.object({ seconds: z.int() }),
})

/** Sets a new password by a mailed code, which ends every session of the account, and signs in. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/user/resetpwd',
  access: 'anyone',
  input: z.object({ email, code, password: newPassword, factor }),
  output: SignedIn,
})

export const profile = endpoint({
  method: 'POST',
  path: '/api/user/profile',
  access: 'session',
  input: z.object({}),
  output: Profile,
})
export const userIndex = endpoint({
  method: 'POST',
  path: '/api/user/index',
  access: 'session',
  input: z.object({}),
  output: z.object({ userinfo: User }),
})
export const logout = endpoint({
  method: 'POST',
  path: '/api/user/logout',
  access: 'session',
  input: z.object({}),
  output: z.object({}),
})

/**
 * Changes the given fields: username, language, avatar (the id of a file that is there; null for none), or the
 * password, which ends every other session. A new password needs the original one, and a code of the second factor
 * where the account has one. `emailCode`, mailed for `address`, proves that mails arrive.
 */
export const userChange = endpoint({
  method: 'POST',
  path: '/api/user/change',
  access: 'session',
  input: z.object({
    username: z.optional(username),
    language: z.optional(LocaleCodeSchema),
    avatar: z.optional(z.nullable(FileId)),
    original: z.optional(password),
    password: z.optional(newPassword),
    factor,
    emailCode: z.optional(code),
  }),
  output: z.object({ userinfo: User }),
})

/** Where a person is signed in. `device` is its browser and system by their names, empty where they are not known. */
export const SignedInDevice = z.object({
  id: z.uuid(),
  device: z.string(),
  createdAt: z.number(),
  /** When it was last used, to the hour (Unix ms). */
  seenAt: z.number(),
  /** It is the session that asks. */
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

export const sessions = endpoint({
  method: 'POST',
  path: '/api/user/sessions',
  access: 'session',
  input: z.object({}),
  output: z.object({ sessions: openArray(SignedInDevice) }),
})

/** Ends one session of the person's, or all but the one that asks; answers those that are left. */
export const endSession = endpoint({
  method: 'POST',
  path: '/api/user/endSession',
  access: 'session',
  input: z.object({ id: z.union([z.uuid(), z.literal('others')]) }),
  output: z.object({ sessions: openArray(SignedInDevice) }),
})

/** Accepts or declines the invitation of a store to act for it, by the store's uid. */
export const answerInvitation = endpoint({
  method: 'POST',
  path: '/api/user/answerInvitation',
  access: 'session',
  input: z.object({ store: z.uuid(), accept: z.boolean() }),
  output: z.object({}),
})

/** An account of elsewhere that opens this one: `email` is the address that it had when it was joined. */
export const LinkedIdentity = z.object({
  id: z.uuid(),
  provider: z.string(),
  email: z.nullable(z.string()),
  createdAt: z.number(),
})
export type LinkedIdentity = z.infer<typeof LinkedIdentity>

export const identities = endpoint({
  method: 'POST',
  path: '/api/user/identities',
  access: 'session',
  input: z.object({}),
  output: z.object({ identities: openArray(LinkedIdentity) }),
})

/** Removes an identity, which opens the account no more; answers those that are left. */
export const endIdentity = endpoint({
  method: 'POST',
  path: '/api/user/endIdentity',
  access: 'session',
  input: z.object({ id: z.uuid() }),
  output: z.object({ identities: openArray(LinkedIdentity) }),
})

/**
 * Deletes the account, by its password, and a code of the second factor where it has one. Refused while an order is
 * open or money is held. Orders and the ledger remain, under a number without a name.
 */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/user/delete',
  access: 'session',
  input: z.object({ password, factor }),
  output: z.object({}),
})

/** The largest number of rows of one kind in an export: the latest. */
export const EXPORT_ROWS_MAX = 5_000

/** The most bytes of pictures in an export, the latest first; for all other files `picture` is null. */
export const EXPORT_PICTURE_BYTES_MAX = 16_000_000

/** Everything that the market holds of the person, by kind; a kind that is `cut` has more rows than one file holds. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/user/export',
  access: 'session',
  input: z.object({}),
  output: z.object({
    market: z.string(),
    at: z.number(),
    kinds: openArray(z.object({ name: z.string(), rows: z.array(z.unknown()), cut: z.boolean() })),
  }),
})
