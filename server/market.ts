import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placings } from '#contract/orders/placing.ts'
import type { MutationName } from '#contract/registry.ts'
import { createApp, fromOf } from './app.ts'
import { openAppearance } from './appearance/open.ts'
import { bringUp } from './bring-up.ts'
import { createBounds, type Bounds } from './turns/bounds.ts'
import type { Listen } from './db/listen.ts'
import { openDatabase, type DatabaseOptions } from './db/open.ts'
import type { Deposits } from './deposits/deposits.ts'
import { createDeposits, type NetworkSettings } from './networks.ts'
import type { SeedOptions } from './seed/demo.ts'
import type { Db } from './db/tables/tables.ts'
import type { ProviderConfig } from './account/provider.ts'
import { accountHandlers } from './account/handlers.ts'
import { addressHandlers, addressMutations } from './addresses/handlers.ts'
import { areaHandlers } from './market/areas/handlers.ts'
import { articleHandlers } from './articles/handlers.ts'
import { ownMutations } from './account/own-mutations.ts'
import { cartMutations } from './cart/handlers.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { loanMutations } from './loans/handlers.ts'
import { ownListMutations } from './own-lists/handlers.ts'
import { factorHandlers } from './factors/handlers.ts'
import { fileHandlers } from './files/handlers.ts'
import { favouriteMutations } from './favourites/handlers.ts'
import { followMutations } from './favourites/follows.ts'
import { mailHandlers } from './mails/handlers.ts'
import { merchantHandlers, merchantMutations } from './merchants/handlers.ts'
import { messageMutations } from './messages/handlers.ts'
import { staffHandlers } from './operator/desks/staff.ts'
import { orderHandlers, orderMutations } from './orders/handlers.ts'
import { createPictures, type Pictures } from './pictures/serving/pictures.ts'
import { firstPictures } from './pictures/serving/first.ts'
import { isPictureNamed } from './pictures/serving/named.ts'
import { createPictureMaker } from './files/picture-maker.ts'
import { readPicture, shownFiles } from './files/read-picture.ts'
import { quoteMutations } from './quotes/handlers.ts'
import { reviewMutations } from './reviews/handlers.ts'
import { searchBounds, searchHandlers } from './search/handlers.ts'
import { operatorHandlersOf } from './operator-handlers.ts'
import { moneyHandlers } from './wallet/handlers.ts'
import { rechargeMutations } from './deposits/handlers.ts'
import { siteHandlers } from './site/handlers.ts'
import { goodsMutations } from './products/handlers.ts'
import { sheetMutations } from './line-sheets/handlers.ts'
import { answerMutations } from './quotes/store/handlers.ts'
import { saleMutations } from './orders/sale-handlers.ts'
import { storeTalkMutations } from './talks/store-handlers.ts'
import { storeMutationHandlers } from './stores/handlers.ts'
import { storeHandlers } from './favourites/followed-stores.ts'
import { syncHandlers } from './sync/handlers.ts'
import type { Mutations } from './sync/outcomes.ts'
import { talkMutations } from './talks/handlers.ts'
import { factorLimiter } from './factors/second-factor.ts'
import { CATALOGUE_CHANNEL, heardCatalogue, rereadCatalogue } from './feed/catalogue-feed.ts'
import { keepSettled } from './sync/owed.ts'
import { FEED_CHANNEL, heardFeed, rereadFeeds } from './feed/owner-feed.ts'
import type { SignedInLimits } from './http/admission.ts'
import type { LimiterOptions } from './turns/limits.ts'
import type { MutationsFor } from './http/handlers.ts'
import { openDocuments } from './documents/open.ts'
import { createPage } from './http/page/page.ts'
import { createPasswords } from './factors/passwords.ts'
import { createPokes, type Pokes } from './http/poke.ts'
import { liveSessions } from './http/session.ts'
import { givesTestMoney } from './ledger/test-money.ts'
import { fromMarket, type Mailer } from './mails/mail.ts'
import { sendMails } from './mails/send.ts'
import { unlessSuspended } from './orders/paying/suspended.ts'
import { liveBy } from './keys/keys-of.ts'
import { openKeys } from './keys/market-keys.ts'
import { createReserves, type Reserves } from './reserves/reserves.ts'
import { liveMembers } from './members/members.ts'

/** Where `npm run build` puts the page. */
export const BUILT_PAGE = fileURLToPath(new URL('../dist', import.meta.url))

export interface MarketOptions extends DatabaseOptions, NetworkSettings {
  mailer: Mailer
  /** The secret of the service that reports mails which came back; undefined: there is none. */
  bounceSecret?: string | undefined
  /** The folder of the built page; without one there is only the API. */
  page?: string | undefined
  trustProxy?: boolean
  /** Where people reach the market, as documents name it. */
  publicUrl?: string | undefined
  /** Fills an empty database with the demo catalogue, telling how far it is. */
  demo?: SeedOptions['progress'] | undefined
  /** Where people sign in with an account of elsewhere. */
  provider?: ProviderConfig | undefined
  /** Whether each new account gets test money. */
  testMoney?: boolean | undefined
  /** The keys by which it seals and signs, in base64; those that are not given are in the data folder. */
  keys?: { seal?: string | undefined; sign?: string | undefined } | undefined
  /** How much an address may ask without a session. */
  anonymous?: LimiterOptions
  /** How much one may ask with a session. */
  signedIn?: SignedInLimits
  /** The server's clock, Unix milliseconds. */
  now?(): number
  /** Stands around every mutation: tests look at what each does. */
  around?(mutations: Mutations): Mutations
}

/** A whole market in this process, not listening on any port. */
export interface Market {
  fetch(request: Request, env?: object): Response | Promise<Response>
  db: Db
  kind: 'pglite' | 'postgres'
  /** The market's bounded maps, caches, queues and tables, each with its limit. */
  bounds: Bounds
  /** Begins to make the pictures that visitors see first. */
  drawAhead(): Promise<void>
  /** Deletes what was kept on disk of persons' pictures that are shown no more. */
  dropHidden(): Promise<void>
  /** Sends the mails that wait. */
  sendMails(): Promise<void>
  /** The chains from which accounts are credited. */
  deposits: Deposits
  reserves: Reserves
  close(): Promise<void>
}

const all = (deposits: Deposits): MutationsFor<MutationName> => ({
  ...addressMutations,
  ...ownMutations,
  ...cartMutations,
  ...favouriteMutations,
  ...ownListMutations,
  ...followMutations,
  ...loanMutations,
  ...merchantMutations,
  ...messageMutations,
  ...unlessSuspended(orderMutations, placings),
  ...talkMutations,
  ...unlessSuspended(storeMutationHandlers, [
    ...(['store.notice', 'store.terms', 'store.zone', 'store.zoneEnd', 'store.taxes', 'store.least'] as const),
    ...(['store.close', 'store.rename', 'store.profile', 'store.currency', 'store.legal', 'member.add'] as const),
  ]),
  ...unlessSuspended(goodsMutations, Object.keys(goodsMutations) as (keyof typeof goodsMutations)[]),
  ...saleMutations,
  ...storeTalkMutations,
  ...unlessSuspended(sheetMutations, ['sheet.make']),
  ...unlessSuspended(answerMutations, ['quote.offer', 'quote.draw', 'review.reply']),
  ...reviewMutations,
  ...unlessSuspended(quoteMutations, ['quote.ask', 'quote.counter', 'quote.accept']),
  ...rechargeMutations(deposits),
})

/** The calls that a password or a second factor guards. */
const guardedHandlers = (guards: Parameters<typeof staffHandlers>[0]) => ({
  ...factorHandlers(guards),
  ...staffHandlers(guards),
})

/** Hears what other processes of one PostgreSQL say of the feeds; answers the ways to stop that. */
const hearFeeds = async (db: Db, listen: Listen): Promise<(() => Promise<void>)[]> => [
  await listen(
    FEED_CHANNEL,
    (payload) => heardFeed(db, payload),
    () => rereadFeeds(db),
  ),
  await listen(
    CATALOGUE_CHANNEL,
    (payload) => heardCatalogue(db, payload),
    () => rereadCatalogue(db),
  ),
]

/** The pictures that the market names, and those of people's files that are shown. */
const openPictures = (db: Db, { dataDir, trustProxy = false }: MarketOptions, bounds: Bounds): Pictures =>
  createPictures({
    dataDir,
    isNamed: (src) => isPictureNamed(db, src),
    fileOf: (src) => readPicture(db, src),
    shownFiles: (srcs) => shownFiles(db, srcs),
    first: () => firstPictures(db),
    fromOf: (c) => fromOf(c, trustProxy),
    bounds,
  })

/** The streams that say "pull now", for whoever has a session and is a member. */
const openPokes = (db: Db, now: () => number, bounds: Bounds): Pokes =>
  createPokes({
    db,
    live: (hashes) => liveSessions(db, hashes, now()),
    members: (pairs) => liveMembers(db, pairs),
    bounds,
  })

/** Opens the database, brings it up to date, and puts the app over it. */
export async function createMarket(options: MarketOptions): Promise<Market> {
  const { page, trustProxy = false, anonymous, signedIn, now = Date.now, publicUrl, provider, around } = options
  const bounds = createBounds()
  // Its code is read by its own thread while the database is opened.
  const documents = await openDocuments(page, publicUrl, bounds)
  const stopRendering = async (): Promise<void> => documents?.rendering.close()
  const { db, kind, listen, close } = await openDatabase(options).catch(async (error: unknown) => {
    await stopRendering()
    throw error
  })
  try {
    const deposits = await createDeposits(db, options)
    const reserves = createReserves(db, deposits)
    const every = all(deposits) as unknown as Mutations
    const mutations = around?.(every) ?? every
    const folder = options.dataDir === undefined ? undefined : join(options.dataDir, 'keys')
    liveBy(db, await openKeys(db, { ...options.keys, folder }, (text) => console.warn(`Warning: ${text}`)))
    await bringUp(db, options, mutations)
    const unsubscribers = [...(await hearFeeds(db, listen)), keepSettled(db, (error) => console.error(error))]
    const guards = { passwords: createPasswords(bounds), factors: factorLimiter(bounds) }
    for (const bound of searchBounds(db)) bounds.add(bound)
    const make = createPictureMaker(bounds)
    const pictures = openPictures(db, options, bounds)
    const appearance = await openAppearance(db, bounds)
    const mailer = fromMarket(options.mailer, appearance.now)
    const pokes = openPokes(db, now, bounds)
    const testMoney = await givesTestMoney(db, options)
    const app = createApp({
      ...{ db, pokes, mutations, documents, trustProxy, anonymous, signedIn, bounds, now },
      handlers: {
        ...accountHandlers({ mailer, ...guards, bounds, provider, deposits, testMoney }),
        ...addressHandlers,
        ...areaHandlers,
        ...fileHandlers(make),
        ...catalogueHandlers,
        ...mailHandlers(options.bounceSecret),
        ...merchantHandlers,
        ...storeHandlers,
        ...operatorHandlersOf(deposits, reserves, make),
        ...guardedHandlers(guards),
        ...orderHandlers(guards),
        ...searchHandlers,
        ...moneyHandlers(deposits, { ...guards, publicUrl }, bounds),
        ...articleHandlers,
        ...siteHandlers({ publicUrl }),
        ...syncHandlers(mutations),
      },
      page: page === undefined ? undefined : createPage(page, bounds, appearance.dress),
      appearance: appearance.now,
      mount: (on) => {
        for (const part of [pictures, appearance]) part.mount(on)
      },
    })
    return {
      fetch: (request, env) => app.fetch(request, env),
      db,
      kind,
      bounds,
      drawAhead: pictures.drawAhead,
      dropHidden: pictures.dropHidden,
      sendMails: () => sendMails(db, mailer, now()),
      deposits,
      reserves,
      close: async () => {
        pictures.close()
        await pokes.close()
        await stopRendering()
        for (const unsubscribe of unsubscribers) await unsubscribe()
        await close()
      },
    }
  } catch (error) {
    await stopRendering()
    await close()
    throw error
  }
}
