import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { isSafeLink, isWebAddress } from '../text/site-links.ts'
import { ArticleGroup } from '../articles/schema.ts'
import { Id } from '../wire/schema-id.ts'
import { LoanTermsSchema } from '../loans/schema-row.ts'
import { openArray } from '../wire/schema-open.ts'

/** A partner that the operator entered; `logo` is the path of a picture, `url` where it leads. */
export const Partner = z.object({
  name: z.string(),
  url: z.nullable(z.string().check(z.refine(isSafeLink))),
  logo: z.nullable(z.string()),
})
export type Partner = z.infer<typeof Partner>

/** The operator of the market, and how to reach them, as the law and people ask for it; null: not stated. */
export const Imprint = z.object({
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** With its kind: VAT DE123456789. */
  tax: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type Imprint = z.infer<typeof Imprint>

/** The website settings (spec §3), and what else the frame of the market says. */
export const Site = z.object({
  web_name: z.string(),
  /** Where customer service is; null: in the market itself. */
  service_url: z.nullable(z.string().check(z.refine(isWebAddress))),
  /** The footer as a tree by `pid`, roots first, each level in its order. */
  footer_news: openArray(ArticleGroup),
  /** The groups of articles that screens of their own show; null while there are none. */
  faqs: z.nullable(Id),
  /** The group of articles about the market itself; absent from an older server. */
  about: z.optional(z.nullable(Id)),
  buyers: z.nullable(Id),
  sellers: z.nullable(Id),
  /** The payment methods that the market takes, by name; "balance" is the account's own. */
  payment_methods: z.array(z.string()),
  partners: openArray(Partner),
  /** Wallets and exchanges that people top up from; absent from an older server. */
  payment_sources: z.optional(openArray(Partner)),
  /** The market's lending terms; null while it lends nothing. */
  loans: z.nullable(LoanTermsSchema),
  /** How many countries the market delivers to: those that are open, wholly or in part. */
  countries: z.int(),
  /** The market's public address; null when the operator has not said it. */
  address: z.nullable(z.string()),
  /** The market's fee on what stores get of their orders; absent from an older server. */
  fee: z.optional(
    z.object({
      /** Basis points. */
      rate: z.int(),
      /** The one for orders that are paid from a time (Unix ms). */
      next: z.nullable(z.object({ rate: z.int(), from: z.number() })),
    }),
  ),
  /** The market's promises (market/promises.ts); absent from an older server. */
  promises: z.optional(z.object({ shipDays: z.int(), reviewLeast: z.int(), reviewMost: z.int() })),
  /**
   * The newest version of the sellers' contract that operators have published, and when (Unix ms); null while they have
   * published none, absent from an older server.
   */
  contract: z.optional(z.nullable(z.object({ version: z.int(), at: z.number() }))),
  /** The operator of the market; null while none is stated, absent from an older server. */
  imprint: z.optional(z.nullable(Imprint)),
  /**
   * How the market looks: `version` tells its name, description, colour and logo from others, `style` is the style
   * sheet of the last two. Absent from an older server.
   */
  appearance: z.optional(z.object({ version: z.string(), style: z.string() })),
  /** The key that contracts are signed with (Ed25519, 32 bytes in base64); null while the market has none. */
  signing_key: z.optional(z.nullable(z.string())),
})
export type Site = z.infer<typeof Site>

/** The website settings. The specification names them, but no call that brings them. */
export const siteSettings = endpoint({
  method: 'POST',
  path: '/api/index/settings',
  access: 'anyone',
  cacheable: true,
  input: z.object({}),
  output: Site,
})
