import { personal, recordRows, type Declarations } from './declaration.ts'

const OF_ORDERS = 'order_id in (select id from orders where user_id = $id)'
const BOOKS = 'The books of its store, and the ledger, refer to it.'
const AVAILABLE = "'user:' || $id || ':available'"
const OF_BOOK = `account = any(array(select ${AVAILABLE} union all
  select 'escrow:' || id from orders where user_id = $id union all
  select 'withdrawal:' || id from withdrawals where user_id = $id))`
const SNAPSHOT = { by: 'store', why: 'What was sold, in its store’s words.' } as const
const FOLLOWED = { by: 'store', why: 'How the parcel is followed: its store’s proof that it was sent.' } as const

/** Buyers' own, their orders and words. Reports stand before their orders: a store hears of an order as it then is. */
export const buyerData: Declarations = {
  favourites: personal({ exported: 'product_id is_on at', internal: 'user_id rev', tombstones: 'not is_on' }),
  follows: personal({ exported: 'store_id is_on at', internal: 'user_id rev', tombstones: 'not is_on' }),
  cart_lines: personal({
    exported: 'store_id product_id variant_id num ticked seen_price currency at quote_id later',
    internal: 'user_id rev',
    tombstones: 'num = 0',
  }),
  addresses: personal({
    exported: 'id country province city detail zip recipient mobile deleted at',
    internal: 'user_id field_revs rev',
    tombstones: 'deleted',
  }),
  billing_details: personal({ exported: 'company tax_number address', internal: 'user_id rev' }),
  address_defaults: personal({ exported: 'address_id', internal: 'user_id rev' }),
  own_lists: personal({ exported: 'id name deleted at', internal: 'user_id rev', tombstones: 'deleted' }),
  list_lines: personal({
    exported: 'list_id store_id product_id variant_id num at',
    internal: 'user_id rev',
    tombstones: 'num = 0',
  }),
  quotes: personal({
    exported: `id store_id store_name product_id title picture choices currency country state rounds said until asked_at
      at deleted drawn drawn_at`,
    internal: 'user_id rev uid store_rev',
    accounts: { offered_by: 'number' },
    tombstones: 'deleted',
  }),
  own_reviews: personal({
    exported: 'order_id product_id review_id rating text language files pictures deleted at',
    internal: 'user_id rev',
    tombstones: 'deleted',
  }),
  reviews: recordRows({
    // Nobody reads one that the market has hidden.
    deleted: 'hidden_for is not null',
    stays: 'Its stars count for the store, and others have chosen by it.',
    exported:
      'id product_id store_id author rating text language pictures reply created_at hidden_for replies replied_at',
    internal: 'user_id to_store store_rev',
    accounts: { replied_by: 'number' },
    becomes: { author: "''", pictures: "'[]'::jsonb", user_id: 'null' },
    texts: {
      text: { by: 'person', why: 'Others have chosen by it; nothing says any more who wrote it.' },
      reply: { by: 'store', why: 'Its store’s answer to it.' },
      hidden_for: { by: 'operator', why: 'Why others’ reviews are hidden.' },
    },
    codes: 'language',
  }),
  loans: recordRows({
    deleted: "state <> 'accepted'",
    stays: 'One that was accepted is a contract.',
    exported: `id state amount currency months rate purpose mobile name at offer_amount offer_months offer_rate note
      until answered_at ended_at`,
    internal: 'user_id rev',
    becomes: { purpose: "''", mobile: "''", name: "''" },
    texts: { note: { by: 'operator', why: 'The terms of the contract.' } },
    codes: 'id user_id state currency',
  }),
  deposit_addresses: recordRows({
    stays: 'Later deposits to it still belong to them.',
    exported: 'chain address at',
    internal: 'index user_id',
    codes: 'chain user_id address',
  }),
  deposits: recordRows({
    stays: 'The ledger refers to it.',
    exported: 'chain txid n asset amount height pending credited at',
    internal: 'user_id credits shortfall stale',
    codes: 'chain txid user_id asset',
  }),
  recharges: recordRows({
    stays: 'The books need to show how the account was filled.',
    exported: 'network txid asset state amount confirmations needed claimed_at claimed_amount pictures seen_at at',
    internal: 'user_id looked_at rev',
    becomes: { claimed_amount: 'null', pictures: "'[]'::jsonb" },
    codes: 'network txid user_id asset state',
  }),
  payouts: recordRows({
    of: 'withdrawal_id in (select id from withdrawals where user_id = $id)',
    stays: 'The market may have to send it again.',
    internal: 'chain txid withdrawal_id spends rate raw height at',
    codes: 'chain txid withdrawal_id spends raw',
  }),
  withdrawal_approvals: recordRows({
    of: 'withdrawal_id in (select id from withdrawals where user_id = $id)',
    stays: 'They prove the operators’ consent.',
    internal: 'withdrawal_id key signature signed_at at',
    accounts: { user_id: 'number' },
    codes: 'withdrawal_id key signature',
  }),
  withdrawals: recordRows({
    stays: 'The ledger refers to it.',
    exported: `id network asset address amount fee state txid confirmations needed reason at ready_at ended_at`,
    internal: 'user_id store_id chain approvals approved signing why stop_hash rev',
    accounts: { asked_by: 'number' },
    becomes: { address: "''", stop_hash: 'null' },
    texts: { reason: { by: 'operator', why: 'Why money was not sent, for the books.' } },
    codes: 'id user_id chain network asset state why signing txid',
  }),
  order_reports: recordRows({
    stays: BOOKS,
    exported: `id order_id parcel product_id variant_id num problem wish text files pictures state offer answer verdict
      refunded at turn_at ended_at`,
    internal: 'user_id store_told',
    accounts: { answered_by: 'number' },
    becomes: { text: "''", files: "'[]'::jsonb", pictures: "'[]'::jsonb", answer: 'null', verdict: 'null' },
    codes: 'id user_id order_id problem wish state',
  }),
  orders: recordRows({
    stays: BOOKS,
    exported: `id group_id store_id store_name state reason currency goods shipping tax total due due_currency address
      remark pay_by created_at paid_at shipped_at received_at closed_at parcel serial rate notes po_number stage held
      asset paid_units held_units refunded tax_rate
      short release_at disputed_at ship_by tax_included`,
    internal: 'user_id rev reserved store_rev late_told_at receipt_asked_at release_told_at fee_rate charged_units',
    becomes: { address: "'{}'::jsonb", remark: "''", notes: 'null', po_number: 'null' },
    texts: { parcel: FOLLOWED, store_name: SNAPSHOT },
    codes: 'id user_id group_id state reason currency due_currency rate stage asset',
  }),
  order_lines: recordRows({
    of: OF_ORDERS,
    stays: BOOKS,
    exported: `order_id product_id variant_id num price amount title label picture code sku shipped quote_id returned
      returned_at back_num back_days`,
    texts: { title: SNAPSHOT, label: SNAPSHOT, code: SNAPSHOT, sku: SNAPSHOT },
    codes: 'order_id picture quote_id',
  }),
  parcels: recordRows({
    of: OF_ORDERS,
    stays: BOOKS,
    exported: 'order_id n lines carrier tracking amount refunded shipped_at received_at replaces',
    accounts: { shipped_by: 'number' },
    texts: { carrier: FOLLOWED, tracking: FOLLOWED },
    codes: 'order_id lines replaces',
  }),
  order_refunds: recordRows({
    of: OF_ORDERS,
    stays: BOOKS,
    exported: 'order_id n amount why report_id at parcel words',
    accounts: { by_person: 'number' },
    texts: { words: { by: ['store', 'operator'], why: 'Why money was given back, for the books.' } },
    codes: 'order_id why report_id',
  }),
  invoices: recordRows({
    stays: 'Tax law binds its store to keep issued papers unchanged for years; the table is only added to.',
    exported: 'id store_id order_id kind number credits issued_at currency total paper',
    internal: 'user_id test n hash rev store_rev',
    texts: {
      number: { by: 'store', why: 'Its number, with the prefix that its store chose.' },
      paper: {
        by: ['person', 'store', 'operator'],
        why: 'An invoice without its buyer’s name, address and tax number is none: its store has to show it as it was.',
      },
    },
    codes: 'id user_id order_id kind credits currency hash',
  }),
  ledger_postings: recordRows({
    of: OF_BOOK,
    stays: 'The ledger is only added to, and adds up to nothing.',
    exported: 'entry_id account asset amount balance seq',
    internal: 'hash user_id rev',
    codes: 'account asset hash user_id',
  }),
  ledger_heads: recordRows({
    of: OF_BOOK,
    stays: 'The ledger is only added to, and adds up to nothing.',
    exported: 'account asset balance',
    internal: 'seq hash',
    codes: 'account asset hash',
  }),
  ledger_entries: recordRows({
    of: `id in (select entry_id from ledger_postings where account = ${AVAILABLE})`,
    stays: 'The ledger is only added to, and adds up to nothing.',
    internal: 'id cause created_at seal',
    codes: 'cause',
  }),
}
