// The schema of the device's databases (schema.ts), version by version. Versions are append-only: never edit one that
// has shipped, add the next (law 8).

export const userVersions = [
  {
    // mirror: favourites, follows, cartLines (may be dropped and pulled again) · own: the rest
    outbox: '++seq, &intentId, state, *lanes, *keys',
    archive: 'intentId, endedAt',
    quarantine: 'id',
    meta: 'key',
    keys: 'id',
    favourites: 'key',
    follows: 'key',
    cartLines: 'key',
  },
  // Orders: mirror.
  { outbox: '++seq, &intentId, state, *lanes, *keys, *deps', addresses: 'key', addressDefault: 'key', orders: 'key' },
  // Proof: what was done lately, by how it ended, without reading what only coalesced away.
  { archive: 'intentId, endedAt, [state+endedAt]' },
  // Own lists and their lines: mirror.
  { ownLists: 'key', listLines: 'key' },
  // Files: own. An intent waits for those that it names.
  {
    outbox: '++seq, &intentId, state, *lanes, *keys, *deps, *files',
    files: 'id, state',
    fileBytes: 'id',
    avatar: 'key',
  },
  // A person's messages, the notices they wait for, and their conversations: mirror.
  { messages: 'key', messageMutes: 'key', watches: 'key', talks: 'key', talkLines: 'key' },
  { ownReviews: 'key' },
  // Stores that a person acts for, and in a store's own database what is the store's: mirror.
  { memberships: 'key', sales: 'key', storeMembers: 'key', storeNotice: 'key' },
  // Applications for a loan: mirror.
  { loans: 'key' },
  // A store's goods, in the database of a store: mirror.
  { goods: 'key' },
  // Applications to sell: mirror.
  { merchantApplications: 'key' },
  // The requests for prices that a person made: mirror.
  { quotes: 'key' },
  // A store's conversations with buyers, in the database of a store: mirror.
  { storeTalks: 'key', storeTalkLines: 'key' },
  // Buyers' requests for prices and their reviews, in the database of a store: mirror.
  { storeQuotes: 'key', storeReviews: 'key' },
  // A store's orders by where they are, the newest first, and those of which a problem was reported.
  { sales: 'key, shown.createdAt, shown.stage, [shown.stage+shown.createdAt], shown.reports.length' },
  // The postings to a person's account: mirror.
  { postings: 'key' },
  // How a person's account is filled: mirror.
  { recharges: 'key' },
  // How money leaves a person's account: mirror.
  { withdrawals: 'key' },
  // How a person's invoices name them, and the papers of orders by when they were issued: mirror.
  { billing: 'key', invoices: 'key, shown.at' },
] as const

export const catalogueVersions = [
  {
    products: 'id, [categoryId+sales], [storeId+sales], sales, createdAt',
    stores: 'id',
    categories: 'id, pid',
    details: 'id',
    lists: 'key',
    homes: 'key',
    reviews: 'key, productId',
  },
  { areas: 'code, parentCode' },
  // Finding: lists in every order by index, the packed index by segments, and how far the catalogue's changes were
  // followed.
  {
    products:
      'id, [categoryId+sales], [storeId+sales], [categoryId+worth], [storeId+worth], [categoryId+createdAt], [storeId+createdAt], sales, createdAt, worth',
    segments: '++seq, signature',
    unindexed: 'id',
    feed: 'key',
    gone: 'id',
  },
  // The order "all" is the server's own: what sells now.
  {
    products:
      'id, [categoryId+sales], [storeId+sales], [categoryId+worth], [storeId+worth], [categoryId+createdAt], [storeId+createdAt], [categoryId+monthlySales], [storeId+monthlySales], sales, createdAt, worth, monthlySales',
  },
  { rates: 'currency' },
  // Settings, and articles by what they are called in their language.
  { site: 'key', articles: 'key, groupId', articleGroups: 'id, pid' },
  // A quick order finds products by the codes of their makers.
  {
    products:
      'id, [categoryId+sales], [storeId+sales], [categoryId+worth], [storeId+worth], [categoryId+createdAt], [storeId+createdAt], [categoryId+monthlySales], [storeId+monthlySales], sales, createdAt, worth, monthlySales, *codes',
  },
  // Stores that are taken along.
  { packs: 'id' },
  // Deals end by the device's own clock.
  {
    products:
      'id, [categoryId+sales], [storeId+sales], [categoryId+worth], [storeId+worth], [categoryId+createdAt], [storeId+createdAt], [categoryId+monthlySales], [storeId+monthlySales], sales, createdAt, worth, monthlySales, *codes, deal.until',
  },
] as const

/**
 * The number in each person's fence: code that knows another number writes nothing there. It is raised with each new
 * version of the person's database, since apps up to 0.2.1 would open a newer one (docs/gotchas.md), and nothing else
 * stops them.
 */
export const LAYOUT = 8
