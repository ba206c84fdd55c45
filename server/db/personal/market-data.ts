import { impersonal, recordRows, type Declarations } from './declaration.ts'

const OF_STORE = { by: 'store', why: 'The store’s own words, also when a member who wrote them leaves.' } as const
const OF_OPERATOR = { by: 'operator', why: 'The operator’s own words.' } as const

/** Stores and their goods. */
export const storeData: Declarations = {
  store_members: recordRows({
    stays: 'The store’s other members see that somebody was one, by no name.',
    exported: 'store_id role since ended_at invited_role mailed_at',
    internal: 'user_id rev person_rev',
    becomes: { ended_at: 'coalesce(ended_at, $now)', invited_role: 'null', mailed_at: 'null' },
    codes: 'user_id role',
  }),
  stores: impersonal(
    `id slug name logo description currency shipping tax_basis_points demo rev created_at area least_pieces
      least_amount uid suspended_at suspended_for closed_at answers_in`,
    { by: ['store', 'operator'], why: 'The store’s own name and words, and why the operator suspended it.' },
    { accounts: { suspended_with: 'null' }, codes: 'slug logo currency area uid' },
  ),
  store_looks: impersonal('store_id name look', OF_STORE),
  store_renames: impersonal('store_id at name look', OF_STORE),
  store_reminders: impersonal('store_id at'),
  store_notices: impersonal(
    `store_id announcement holiday_from holiday_to rev days zones taxes tax_included legal_name legal_address
      tax_number invoice_prefix answers`,
    OF_STORE,
    { codes: 'days zones taxes' },
  ),
  invoice_ranges: impersonal('store_id kind test last last_at', undefined, { codes: 'kind' }),
  store_figures: impersonal('store_id products sales turnover reviews stars followers'),
  store_gone: impersonal('store_id part key store_rev', undefined, { codes: 'part key' }),
  sheets: impersonal('id store_id title goods until created_at', OF_STORE, { codes: 'id goods' }),
  merchant_codes: impersonal('store_id code', undefined, { codes: 'code' }),
  products: impersonal(
    `id store_id category_id category_ids source_id source_hash title description brand pictures attributes currency
      ladder price minimum multiple stock monthly_sales sales turnover tokens active rev created_at worth codes
      title_words alike_words monthly_demo marks hidden_for uid code draft deleted store_rev lead_days offered deal
      weight back_pieces back_days beyond`,
    { by: ['store', 'operator'], why: 'The store’s own words, and why the operator hid the product.' },
    { codes: 'source_id source_hash pictures currency ladder uid deal' },
  ),
  variants: impersonal('id product_id sku label extra stock picture sort weight beyond', OF_STORE, {
    codes: 'picture',
  }),
  photographs: impersonal('product_id url sort state tries tried_at reason picture', OF_STORE, {
    codes: 'state picture',
  }),
  search_terms: impersonal('term piece products postings', OF_STORE),
}

/** The operator’s own, and the market’s of itself. */
export const marketData: Declarations = {
  audit_log: impersonal(
    'id at via what subject before after previous hash',
    {
      by: 'operator',
      why: 'What operators did and why, for three years: the log is only added to. It holds no words of other people.',
    },
    { accounts: { by_user: 'number' }, codes: 'via what subject previous hash' },
  ),
  audit_days: impersonal('n day upto'),
  told_waits: impersonal('what item since', undefined, { codes: 'what item' }),
  categories: impersonal('id pid path name picture sort ancestors', OF_OPERATOR, { codes: 'picture' }),
  article_groups: impersonal('id pid slug name path role sort', OF_OPERATOR),
  articles: impersonal('id slug group_id sort', OF_OPERATOR),
  article_texts: impersonal('article_id language title summary blocks at', OF_OPERATOR),
  site_settings: impersonal('name value', OF_OPERATOR),
  contract_drafts: impersonal('language body at', OF_OPERATOR, { codes: 'language' }),
  contract_versions: impersonal('version language body written published_at', OF_OPERATOR, { codes: 'language' }),
  market_logo: impersonal('name bytes tint', OF_OPERATOR),
  market_pictures: impersonal('name bytes tint at', OF_OPERATOR),
  settings: impersonal('name value', undefined, { codes: 'name' }),
  area_rules: impersonal('code open at', undefined, { codes: 'code' }),
  exchange_rates: impersonal('currency numerator denominator at id fixed stopped coin source', undefined, {
    accounts: { set_by: 'number', asked_by: 'number' },
    codes: 'currency source',
  }),
  past_rates: impersonal('id currency numerator denominator at source', undefined, {
    accounts: { set_by: 'number', asked_by: 'number' },
    codes: 'currency source',
  }),
  catalogue_feed: impersonal('one rev mark categories terms rates currency', undefined, { codes: 'currency' }),
  catalogue_stamps: impersonal('rev stamp at'),
  market_keys: impersonal('name fingerprint since', undefined, { codes: 'name fingerprint' }),
  simulated_chains: impersonal('network least_rate', undefined, { codes: 'network' }),
  simulated_blocks: impersonal('network height hash parent', undefined, { codes: 'network hash parent' }),
  simulated_transfers: impersonal(
    'network txid n to_address coin amount not_before height dropped nonce rate',
    undefined,
    {
      accounts: { sent_by: 'null' },
      codes: 'network txid to_address coin',
    },
  ),
  deposit_numbers: impersonal('chain next', undefined, { codes: 'chain' }),
  simulated_past: impersonal('network address coin amount', undefined, { codes: 'network address coin' }),
  reserve_proofs: impersonal('id at alarm mailed proof', undefined, { codes: 'proof' }),
  simulated_nonces: impersonal('network payment_id nonce', undefined, { codes: 'network payment_id' }),
  sweep_runs: impersonal('id chain network asset destination cost cost_asset begun at ended_at', undefined, {
    codes: 'id chain network asset destination cost_asset',
  }),
  sweeps: impersonal(
    `id run_id chain network index address asset amount destination spends state reason gas gas_id asking alarm txid
      confirmations needed at ended_at`,
    undefined,
    { codes: 'id run_id chain network address asset destination spends state reason gas_id asking txid' },
  ),
  sweep_transactions: impersonal('chain txid sweep_id part spends rate raw height done at', undefined, {
    codes: 'chain txid sweep_id part spends raw',
  }),
  chain_spent: impersonal('chain wallet spent height txid', undefined, { codes: 'chain wallet spent txid' }),
  chain_blocks: impersonal('chain height hash', undefined, { codes: 'chain hash' }),
  mail_days: impersonal('day sent refused bounces'),
  ledger_seals: impersonal('n entries hash at signature', undefined, { codes: 'hash signature' }),
  migrations: impersonal('name hash at', undefined, { codes: 'name hash' }),
}
