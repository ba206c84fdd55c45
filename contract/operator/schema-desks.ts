import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { locales } from '../text/locales.ts'
import { FILE_BYTES_MAX } from '../pictures/files.ts'
import { LINE_TEXT_MAX, TELL_TITLE_MAX } from '../messages/rules.ts'
import { operatorRights } from '../wire/operator-rights.ts'
import { orderDays } from '../orders/days.ts'
import { orderStates } from '../orders/states.ts'
import { base64 } from '../wire/schema-base64.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { EntranceCode, Trader } from './schema-acts.ts'
import { Picture } from '../pictures/schema.ts'

// The data and the acts of the operator's desks. Acts answer whether they are done, or wait for a second operator to
// agree.

const find = z.optional(z.string().check(z.maxLength(100)))
/** Limits the answer to a day of the calendar in UTC, as the figures count it. */
const day = z.optional(z.iso.date().check(z.refine((text) => text >= '2000' && text < '3000')))
/** `aloneFrom`: from when the only operator may do it alone (Unix ms). */
const Became = z.object({ became: openEnum(['done', 'waits'] as const), aloneFrom: z.optional(z.number()) })
const reason = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(500)))

export const OperatorPerson = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  at: z.number(),
  orders: z.int(),
  /** Why they may not trade; null when they may. */
  suspended: z.nullable(z.string()),
})
export type FoundPerson = z.infer<typeof OperatorPerson>

/** The newest accounts, or those whose name or address has a text in it. */
export const people = endpoint({
  method: 'POST',
  path: '/api/operator/people',
  access: 'operator',
  right: 'people',
  input: z.object({ find, day }),
  /** `all`: how many accounts there are. */
  output: z.object({ people: openArray(OperatorPerson), more: z.boolean(), all: z.optional(z.int()) }),
})

export const OperatorStore = z.object({
  id: z.int(),
  name: z.string(),
  products: z.int(),
  at: z.number(),
  suspended: z.nullable(z.string()),
  /** Its owner has closed it; absent from an older server. */
  closed: z.optional(z.boolean()),
  /** Its former name, kept for RENAME_DAYS; null without one, absent from an older server. */
  before: z.optional(z.nullable(z.string())),
})
export type OperatorStore = z.infer<typeof OperatorStore>

/** The newest stores, or those whose name has a text in it. */
export const stores = endpoint({
  method: 'POST',
  path: '/api/operator/stores',
  access: 'operator',
  right: 'people',
  input: z.object({ find, day }),
  output: z.object({ stores: openArray(OperatorStore), more: z.boolean() }),
})

/** Suspends a person or a store for a reason that they read; a null reason ends that. */
export const suspend = endpoint({
  method: 'POST',
  path: '/api/operator/suspend',
  access: 'operator',
  right: 'people',
  input: z.union([
    z.object({ trader: Trader, reason }),
    /** Older apps send a person's address, or a store's id as digits. */
    z.object({ whom: z.string().check(z.maxLength(254), z.regex(/@|^\d{1,9}$/)), reason }),
  ]),
  output: Became,
})

/** Removes the second factor of a person who has lost it and their recovery codes. */
export const endFactor = endpoint({
  method: 'POST',
  path: '/api/operator/endFactor',
  access: 'operator',
  right: 'people',
  input: z.object({ person: z.uuid() }),
  output: Became,
})

const Order = z.object({
  id: z.string(),
  number: z.string(),
  state: openEnum(orderStates),
  total: z.int(),
  currency: z.string(),
  at: z.number(),
  buyer: z.string(),
  store: z.string(),
  /** The amount that a refund would give back now, in the buyer's money. */
  back: z.optional(z.object({ amount: z.int(), currency: z.string() })),
})
export type OperatorOrder = z.infer<typeof Order>

/**
 * The latest orders, or those of a number, a buyer, a store, a product or a parcel's number; of one state; of those
 * that were placed, paid or reported on a `day`.
 */
export const orders = endpoint({
  method: 'POST',
  path: '/api/operator/orders',
  access: 'operator',
  right: 'orders',
  input: z.object({ find, state: z.optional(z.enum(orderStates)), day, by: z.optional(z.enum(orderDays)) }),
  output: z.object({ orders: openArray(Order), more: z.boolean() }),
})

/**
 * Pays back the part of an order that nobody has received, in the operator's name, with a reason that both sides read.
 */
export const orderRefund = endpoint({
  method: 'POST',
  path: '/api/operator/refund',
  access: 'operator',
  right: 'orders',
  input: z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Absent on devices that did not ask for one. */
    reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  }),
  output: Became,
})

const Staff = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  rights: openArray(openEnum(operatorRights)),
  entered: z.boolean(),
  since: z.number(),
})
export type StaffMember = z.infer<typeof Staff>

/** The operators. */
export const staff = endpoint({
  method: 'POST',
  path: '/api/operator/staff',
  access: 'operator',
  right: 'staff',
  input: z.object({}),
  output: z.object({
    staff: openArray(Staff),
    /** Nobody else has entered as an operator; absent from an older server. */
    only: z.optional(z.boolean()),
    /** The hours between two mails to an operator about what waits; 0 for none, absent from an older server. */
    digest: z.optional(z.int()),
  }),
})

/**
 * Gives somebody rights, or takes all of them (`rights` null). The only operator who adds another proves password and
 * second factor: nobody else could agree.
 */
export const staffSet = endpoint({
  method: 'POST',
  path: '/api/operator/staffSet',
  access: 'operator',
  right: 'staff',
  input: z.object({
    email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    rights: z.nullable(z.array(z.enum(operatorRights)).check(z.minLength(1), z.maxLength(operatorRights.length))),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  }),
  /** `text`: the entrance code in words, for older apps. */
  output: z.extend(Became, { text: z.string(), entrance: z.optional(EntranceCode) }),
})

const Setting = z.object({ name: z.string(), value: z.string() })

/** The website's settings, and the areas that the operator has set. */
export const site = endpoint({
  method: 'POST',
  path: '/api/operator/site',
  access: 'operator',
  right: 'site',
  input: z.object({}),
  output: z.object({
    settings: openArray(Setting),
    areas: openArray(z.object({ code: z.string(), open: z.boolean() })),
    /** The market's own logo; null without one, absent from an older server. */
    logo: z.optional(z.nullable(Picture)),
  }),
})

/** Makes a picture the market's logo; null takes it away. */
export const logoSet = endpoint({
  method: 'POST',
  path: '/api/operator/logoSet',
  access: 'operator',
  right: 'site',
  bytesMax: Math.ceil(FILE_BYTES_MAX / 3) * 4 + 1000,
  input: z.object({ file: z.nullable(base64(FILE_BYTES_MAX).check(z.minLength(1))) }),
  output: z.object({}),
})

const words = z.string().check(z.maxLength(2_000))
/** Sets one of the website's settings. */
export const siteSet = endpoint({
  method: 'POST',
  path: '/api/operator/siteSet',
  access: 'operator',
  right: 'site',
  input: z.object({ name: z.string().check(z.maxLength(40)), value: words }),
  output: z.object({}),
})

/** Opens or closes a country or a province by its code, for apps from before `operator.areasSet`. */
export const areaSet = endpoint({
  method: 'POST',
  path: '/api/operator/areaSet',
  access: 'operator',
  right: 'site',
  input: z.object({ code: z.string().check(z.trim(), z.minLength(2), z.maxLength(10)), open: z.boolean() }),
  output: z.object({}),
})

/** Tells everybody (`to` is `all`) or one person something, in each language that is given; English is needed. */
export const tell = endpoint({
  method: 'POST',
  path: '/api/operator/tell',
  access: 'operator',
  right: 'people',
  input: z.object({
    to: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    texts: z
      .array(
        z.object({
          language: z.enum(locales.map(({ code }) => code)),
          title: z.string().check(z.trim(), z.minLength(1), z.maxLength(TELL_TITLE_MAX)),
          text: z.string().check(z.trim(), z.minLength(1), z.maxLength(LINE_TEXT_MAX)),
        }),
      )
      .check(z.minLength(1), z.maxLength(10)),
  }),
  output: z.object({}),
})

const Day = z.object({
  /** A day of the calendar in UTC: 2026-11-23. */
  day: z.string(),
  orders: z.int(),
  /** The amount paid for orders, and the amount held for orders at the end of the day (minor units of `currency`). */
  turnover: z.int(),
  held: z.int(),
  /** The market's fees, less those that went back (minor units of `currency`). */
  fees: z.int(),
  people: z.int(),
  stores: z.int(),
  /** Problems with orders that were reported. */
  problems: z.int(),
  /** Mails that left, and people from whom mails began to come back; absent from older servers. */
  mails: z.optional(z.int()),
  bounces: z.optional(z.int()),
})
export type FiguresDay = z.infer<typeof Day>

/** Each of the last days in figures, the oldest first. */
export const figures = endpoint({
  method: 'POST',
  path: '/api/operator/figures',
  access: 'operator',
  right: 'money',
  input: z.object({ days: z.int().check(z.minimum(7), z.maximum(90)) }),
  output: z.object({
    days: openArray(Day),
    currency: z.string(),
    /** Mails that wait, and people from whom mails come back now; absent from older servers. */
    mail: z.optional(z.object({ waiting: z.int(), bounced: z.int() })),
  }),
})
