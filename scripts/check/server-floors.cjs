/** The folders of the server, from the ground up: each imports none of its own floor or of one above it. */
const SERVER_FLOORS = [
  ['chains/networks', 'db/folder', 'db/tables', 'import/reading', 'texts', 'turns'],
  ['db/fair-turns', 'db/personal', 'keys', 'signer/protocol', 'stores/names'],
  ['chains', 'db/pglite', 'signer/config', 'signer/log'],
  ['chains/bitcoin', 'chains/ethereum', 'db'],
  ['chains/tron', 'feed'],
  ['http', 'signer/networks'],
  ['cart', 'http/page', 'market', 'own-lists', 'signer'],
  ['addresses', 'config', 'messages'],
  ['mails', 'orders/order'],
  ['audit', 'invoices', 'members'],
  ['files', 'operator'],
  [
    ...['appearance', 'factors', 'ledger', 'loans'],
    ...['market/areas', 'market/merchant-contract', 'pictures', 'quotes', 'rates'],
  ],
  [
    ...['backup', 'catalogue', 'currencies', 'deposits'],
    ...['documents', 'import/photographs', 'merchants', 'orders/moves', 'orders/placing'],
  ],
  ['favourites', 'orders/paying', 'reports', 'search', 'stores/feed', 'withdrawals'],
  ['categories', 'line-sheets', 'reviews', 'stores', 'talks', 'wallet', 'withdrawals/paying'],
  ['import', 'orders', 'products', 'quotes/store', 'reserves', 'sync'],
  ['articles', 'sweeps'],
  ['seed', 'site'],
  ['operator/desks', 'pictures/serving'],
  ['account'],
  ['jobs', 'operator/commands'],
]
/** Files that lie in these folders themselves. */
const inFolders = (folders) => `^server/(${folders.join('|')})/[^/]+$`

module.exports = { inFolders, SERVER_FLOORS }
