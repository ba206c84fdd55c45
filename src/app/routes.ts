import { personsRoute, type PersonsRow } from './persons-route.tsx'
import { matchPattern, withScreen, type Route, type Row } from './route.ts'

export type { Route }

/** The entrance and the desks are one screen. */
const operator = {
  title: 'operator',
  feature: 'operator',
  load: async () => (await import('../features/operator/operator-screen.tsx')).OperatorScreen,
} as const

/** What a guest sees in the place of what only somebody signed in can use. */
const guests = {
  orders: async () => (await import('../features/orders/orders-guest.tsx')).OrdersGuest,
  merchant: async () => (await import('../features/merchant/merchant-guest.tsx')).MerchantGuest,
  messages: async () => (await import('../features/messages/message-guest.tsx')).MessageGuest,
  talks: async () => (await import('../features/messages/message-guest.tsx')).TalksGuest,
  quotes: async () => (await import('../features/quotes/quotes-guest.tsx')).QuotesGuest,
  quote: async () => (await import('../features/quotes/quotes-guest.tsx')).QuoteGuest,
} as const

const rows: (Row | PersonsRow)[] = [
  {
    path: '/',
    index: 1,
    tabs: true,
    title: 'home',
    feature: 'home',
    load: async () => (await import('../features/home/home-screen.tsx')).HomeScreen,
  },
  {
    path: '/product',
    index: 2,
    tabs: true,
    title: 'products',
    feature: 'products',
    load: async () => (await import('../features/products/products-screen.tsx')).ProductsScreen,
  },
  {
    path: '/shop',
    index: 3,
    tabs: true,
    title: 'cart',
    feature: 'cart',
    load: async () => (await import('../features/cart/cart-screen.tsx')).CartScreen,
  },
  {
    path: '/mine',
    index: 4,
    tabs: true,
    title: 'mine',
    feature: 'mine',
    load: async () => (await import('../features/mine/mine-screen.tsx')).MineScreen,
  },
  {
    path: '/category/:pid',
    index: 10,
    title: 'category',
    feature: 'category',
    load: async () => (await import('../features/category/category-screen.tsx')).CategoryScreen,
  },
  {
    path: '/search',
    index: 9,
    title: 'search',
    feature: 'search',
    load: async () => (await import('../features/search/search-screen.tsx')).SearchScreen,
  },
  {
    path: '/collect',
    index: 11,
    title: 'collect',
    feature: 'favourites',
    load: async () => (await import('../features/favourites/favourites-screen.tsx')).FavouritesScreen,
  },
  {
    path: '/tiktok-flow',
    index: 38,
    title: 'flow',
    feature: 'flow',
    load: async () => (await import('../features/flow/flow-screen.tsx')).FlowScreen,
  },
  {
    path: '/collectShop',
    index: 14,
    title: 'collectShop',
    feature: 'favourites',
    load: async () => (await import('../features/favourites/followed-stores-screen.tsx')).FollowedStoresScreen,
  },
  {
    path: '/lists',
    index: 13,
    title: 'ownLists',
    feature: 'own-lists',
    load: async () => (await import('../features/own-lists/own-lists-screen.tsx')).OwnListsScreen,
  },
  {
    path: '/lists/:id',
    index: 16,
    title: 'ownLists',
    feature: 'own-lists',
    load: async () => (await import('../features/own-lists/own-list-screen.tsx')).OwnListScreen,
  },
  {
    path: '/quick-order',
    index: 17,
    title: 'pad',
    feature: 'pad',
    load: async () => (await import('../features/pad/pad-screen.tsx')).PadScreen,
  },
  {
    path: '/store/:id',
    index: 15,
    title: 'store',
    feature: 'stores',
    load: async () => (await import('../features/stores/store-screen.tsx')).StoreScreen,
  },
  {
    path: '/goods',
    index: 20,
    title: 'goods',
    feature: 'goods',
    load: async () => (await import('../features/goods/goods-screen.tsx')).GoodsScreen,
  },
  {
    path: '/page/:ids',
    index: 34,
    title: 'page',
    feature: 'articles',
    load: async () => (await import('../features/articles/page-screen.tsx')).PageScreen,
  },
  {
    path: '/article-detail/:id',
    index: 35,
    tabs: 'beside',
    title: 'page',
    feature: 'articles',
    load: async () => (await import('../features/articles/article-screen.tsx')).ArticleScreen,
  },
  {
    path: '/faqs',
    index: 36,
    title: 'faqs',
    feature: 'articles',
    load: async () => (await import('../features/articles/faqs-screen.tsx')).FaqsScreen,
  },
  {
    path: '/know',
    index: 37,
    title: 'know',
    feature: 'articles',
    load: async () => (await import('../features/articles/know-screen.tsx')).KnowScreen,
  },
  {
    path: '/order',
    index: 12,
    title: 'order',
    feature: 'orders',
    load: async () => (await import('../features/orders/orders-screen.tsx')).OrdersScreen,
    guest: guests.orders,
  },
  {
    path: '/merchant',
    index: 19,
    title: 'merchant',
    feature: 'merchant',
    load: async () => (await import('../features/merchant/merchant-screen.tsx')).MerchantScreen,
    guest: guests.merchant,
  },
  {
    path: '/review',
    index: 18,
    title: 'review',
    feature: 'reviews',
    load: async () => (await import('../features/reviews/review-screen.tsx')).ReviewScreen,
  },
  {
    path: '/report',
    index: 60,
    title: 'report',
    feature: 'reports',
    load: async () => (await import('../features/reports/report-screen.tsx')).ReportScreen,
  },
  {
    path: '/orderChecked',
    index: 21,
    title: 'orderChecked',
    feature: 'orders',
    load: async () => (await import('../features/orders/checkout-screen.tsx')).CheckoutScreen,
    guest: guests.orders,
  },
  {
    path: '/success',
    index: 24,
    title: 'success',
    feature: 'orders',
    load: async () => (await import('../features/orders/success-screen.tsx')).SuccessScreen,
    guest: guests.orders,
  },
  {
    path: '/pay',
    index: 25,
    title: 'pay',
    feature: 'orders',
    load: async () => (await import('../features/orders/pay-screen.tsx')).PayScreen,
    guest: guests.orders,
  },
  {
    path: '/print',
    index: 26,
    title: 'print',
    feature: 'papers',
    load: async () => (await import('../features/papers/print-screen.tsx')).PrintScreen,
  },
  {
    path: '/address',
    index: 22,
    title: 'address',
    feature: 'addresses',
    load: async () => (await import('../features/addresses/addresses-screen.tsx')).AddressesScreen,
  },
  {
    path: '/insertAddress',
    index: 23,
    title: 'insertAddress',
    feature: 'addresses',
    load: async () => (await import('../features/addresses/address-screen.tsx')).AddressScreen,
  },
  {
    path: '/message',
    index: 27,
    title: 'message',
    feature: 'messages',
    load: async () => (await import('../features/messages/message-screen.tsx')).MessageScreen,
    guest: guests.messages,
  },
  {
    path: '/talks',
    index: 28,
    title: 'talks',
    feature: 'messages',
    load: async () => (await import('../features/messages/talks-screen.tsx')).TalksScreen,
    guest: guests.talks,
  },
  {
    path: '/quotes',
    index: 47,
    title: 'quotes',
    feature: 'quotes',
    load: async () => (await import('../features/quotes/quotes-screen.tsx')).QuotesScreen,
    guest: guests.quotes,
  },
  {
    path: '/quotes/:id',
    index: 49,
    title: 'quotes',
    feature: 'quotes',
    load: async () => (await import('../features/quotes/quote-screen.tsx')).QuoteScreen,
    guest: guests.quote,
  },
  {
    path: '/askPrice',
    index: 48,
    title: 'askPrice',
    feature: 'quotes',
    load: async () => (await import('../features/quotes/ask-screen.tsx')).AskScreen,
    guest: guests.quote,
  },
  {
    path: '/watches',
    index: 32,
    title: 'watches',
    feature: 'messages',
    load: async () => (await import('../features/messages/watches-screen.tsx')).WatchesScreen,
  },
  {
    path: '/sync',
    index: 29,
    title: 'sync',
    feature: 'sync',
    load: async () => (await import('../features/sync/sync-screen.tsx')).SyncScreen,
  },
  {
    path: '/setting',
    index: 30,
    title: 'setting',
    feature: 'settings',
    load: async () => (await import('../features/settings/setting-screen.tsx')).SettingScreen,
  },
  {
    path: '/lang',
    index: 31,
    title: 'lang',
    feature: 'language',
    load: async () => (await import('../features/language/lang-screen.tsx')).LangScreen,
  },
  {
    path: '/centre',
    index: 45,
    title: 'centre',
    feature: 'centre',
    load: async () => (await import('../features/centre/centre-screen.tsx')).CentreScreen,
  },
  {
    path: '/centre/order/:id',
    index: 53,
    title: 'sale',
    feature: 'centre',
    load: async () => (await import('../features/centre/sale-screen.tsx')).SaleScreen,
  },
  {
    path: '/centre/print',
    index: 54,
    title: 'print',
    feature: 'centre',
    load: async () => (await import('../features/centre/sale-papers-screen.tsx')).SalePapersScreen,
  },
  {
    path: '/centre/goods',
    index: 46,
    title: 'centre',
    feature: 'centre',
    load: async () => (await import('../features/centre/goods-list-screen.tsx')).GoodsListScreen,
  },
  {
    path: '/centre/goods/new',
    index: 55,
    title: 'newProduct',
    feature: 'centre',
    load: async () => (await import('../features/centre/goods-new-screen.tsx')).GoodsNewScreen,
  },
  {
    path: '/centre/goods/import',
    index: 61,
    title: 'goodsImport',
    feature: 'centre',
    load: async () => (await import('../features/centre/goods-import-screen.tsx')).GoodsImportScreen,
  },
  {
    path: '/centre/goods/many',
    index: 62,
    title: 'goodsMany',
    feature: 'centre',
    load: async () => (await import('../features/centre/goods-many-screen.tsx')).GoodsManyScreen,
  },
  {
    path: '/centre/sheet',
    index: 76,
    title: 'lineSheet',
    feature: 'centre',
    load: async () => (await import('../features/centre/line-sheet-screen.tsx')).LineSheetScreen,
  },
  {
    path: '/sheet/:id',
    index: 77,
    title: 'lineSheet',
    feature: 'line-sheets',
    load: async () => (await import('../features/line-sheets/sheet-screen.tsx')).SheetScreen,
  },
  {
    path: '/centre/goods/:id',
    index: 56,
    title: 'product',
    feature: 'centre',
    load: async () => (await import('../features/centre/goods-one-screen.tsx')).GoodsOneScreen,
  },
  {
    path: '/centre/earnings',
    index: 57,
    title: 'centre',
    feature: 'centre',
    load: async () => (await import('../features/centre/earnings-screen.tsx')).EarningsScreen,
  },
  {
    path: '/centre/requests',
    index: 73,
    title: 'centre',
    feature: 'centre',
    load: async () => (await import('../features/centre/buyers-screen.tsx')).RequestsScreen,
  },
  {
    path: '/centre/requests/:id',
    index: 74,
    title: 'requests',
    feature: 'centre',
    load: async () => (await import('../features/centre/request-screen.tsx')).RequestScreen,
  },
  {
    path: '/centre/draw/:kind/:id',
    index: 78,
    title: 'requests',
    feature: 'centre',
    load: async () => (await import('../features/centre/draw-screen.tsx')).DrawScreen,
  },
  {
    path: '/centre/reviews',
    index: 75,
    title: 'centre',
    feature: 'centre',
    load: async () => (await import('../features/centre/buyers-screen.tsx')).StoreReviewsScreen,
  },
  {
    path: '/centre/talks',
    index: 64,
    title: 'talks',
    feature: 'centre',
    load: async () => (await import('../features/centre/store-talks-screen.tsx')).StoreTalksScreen,
  },
  {
    path: '/centre/store',
    index: 52,
    title: 'centre',
    feature: 'centre',
    load: async () => (await import('../features/centre/store-desk-screen.tsx')).StoreDeskScreen,
  },
  { path: '/operator', index: 43, ...operator },
  { path: '/operator/:desk', index: 44, ...operator },
  {
    path: '/loan',
    index: 39,
    title: 'loan',
    feature: 'loans',
    load: async () => (await import('../features/loans/loan-screen.tsx')).LoanScreen,
  },
  {
    path: '/install',
    index: 33,
    title: 'install',
    feature: 'install',
    load: async () => (await import('../features/install/install-screen.tsx')).InstallScreen,
  },
  {
    path: '/login',
    index: 40,
    title: 'login',
    feature: 'account',
    load: async () => (await import('../features/account/login-screen.tsx')).LoginScreen,
  },
  {
    path: '/resetPwd',
    index: 42,
    title: 'resetPwd',
    feature: 'account',
    load: async () => (await import('../features/account/reset-screen.tsx')).ResetScreen,
  },
  {
    path: '/register',
    index: 41,
    title: 'register',
    feature: 'account',
    load: async () => (await import('../features/account/register-screen.tsx')).RegisterScreen,
  },
]
const elsewhere: Row = {
  path: '/*',
  index: 50,
  title: 'notFound',
  feature: 'not-found',
  load: async () => (await import('../features/not-found/not-found-screen.tsx')).NotFoundScreen,
}

/** All screens in one table: path, ordering index, chrome, title, code. */
export const routes: readonly Route[] = rows.map((row) => ('guest' in row ? personsRoute(row) : withScreen(row)))
const notFound = withScreen(elsewhere)
/** The pattern of all that is no screen. */
export const NO_SCREEN = notFound.path

/** The route of a path. */
export function routeAt(path: string): Route {
  return routes.find((route) => matchPattern(route.path, path)) ?? notFound
}

/**
 * The direction in which screens move: a lower index comes from the start's side, a higher one from the end's. On the
 * same index the position in the history decides.
 */
export function turnBetween(from: { path: string; at: number }, to: { path: string; at: number }): 'forward' | 'back' {
  const step = routeAt(to.path).index - routeAt(from.path).index || to.at - from.at
  return step < 0 ? 'back' : 'forward'
}
