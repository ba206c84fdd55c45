import { personsRoute, type PersonsRow } from './persons-route.tsx'
import { matchPattern, withScreen, type Route, type Row } from './route.ts'

export type { Route }

/** The entrance and the desks are one screen. */
const operator = {
  title: 'operator',
  feature: 'operator',
  load: () => import('../features/operator/screen/operator-screen.tsx').then((m) => m.OperatorScreen),
} as const

const ownGuests = () => import('../features/account/own-guest.tsx')

/** The screens that a guest sees in place of those that need an account. */
const guests = {
  merchant: () => import('../features/merchants/merchant-guest.tsx').then((m) => m.MerchantGuest),
  orders: () => ownGuests().then((m) => m.OrdersGuest),
  messages: () => ownGuests().then((m) => m.MessageGuest),
  talks: () => ownGuests().then((m) => m.TalksGuest),
  wallet: () => ownGuests().then((m) => m.WalletGuest),
  quotes: () => ownGuests().then((m) => m.QuotesGuest),
  quote: () => ownGuests().then((m) => m.QuoteGuest),
} as const

const ofOrders = { feature: 'orders', guest: guests.orders } as const
const ofWallet = { feature: 'wallet', guest: guests.wallet } as const

const rows: (Row | PersonsRow)[] = [
  {
    path: '/',
    index: 1,
    tabs: true,
    title: 'home',
    feature: 'home',
    load: () => import('../features/home/home-screen.tsx').then((m) => m.HomeScreen),
  },
  {
    path: '/product',
    index: 2,
    tabs: true,
    title: 'products',
    feature: 'catalogue',
    load: () => import('../features/catalogue/products-screen.tsx').then((m) => m.ProductsScreen),
  },
  {
    path: '/shop',
    index: 3,
    tabs: true,
    title: 'cart',
    feature: 'cart',
    load: () => import('../features/cart/cart-screen.tsx').then((m) => m.CartScreen),
  },
  {
    path: '/mine',
    index: 4,
    tabs: true,
    title: 'mine',
    feature: 'mine',
    load: () => import('../features/mine/mine-screen.tsx').then((m) => m.MineScreen),
  },
  {
    path: '/category/:pid',
    index: 10,
    title: 'category',
    feature: 'categories',
    load: () => import('../features/categories/category-screen.tsx').then((m) => m.CategoryScreen),
  },
  {
    path: '/search',
    index: 9,
    title: 'search',
    feature: 'search',
    load: () => import('../features/search/search-screen.tsx').then((m) => m.SearchScreen),
  },
  {
    path: '/collect',
    index: 11,
    title: 'collect',
    feature: 'favourites',
    load: () => import('../features/favourites/favourites-screen.tsx').then((m) => m.FavouritesScreen),
  },
  {
    path: '/tiktok-flow',
    index: 38,
    title: 'flow',
    feature: 'flow',
    load: () => import('../features/flow/flow-screen.tsx').then((m) => m.FlowScreen),
  },
  {
    path: '/collectShop',
    index: 14,
    title: 'collectShop',
    feature: 'favourites',
    load: () => import('../features/favourites/followed-stores-screen.tsx').then((m) => m.FollowedStoresScreen),
  },
  {
    path: '/lists',
    index: 13,
    title: 'ownLists',
    feature: 'own-lists',
    load: () => import('../features/own-lists/own-lists-screen.tsx').then((m) => m.OwnListsScreen),
  },
  {
    path: '/lists/:id',
    index: 16,
    title: 'ownLists',
    feature: 'own-lists',
    load: () => import('../features/own-lists/own-list-screen.tsx').then((m) => m.OwnListScreen),
  },
  {
    path: '/quick-order',
    index: 17,
    title: 'pad',
    feature: 'pads',
    load: () => import('../features/pads/pad-screen.tsx').then((m) => m.PadScreen),
  },
  {
    path: '/store/:id',
    index: 15,
    title: 'store',
    feature: 'stores',
    load: () => import('../features/stores/store-screen.tsx').then((m) => m.StoreScreen),
  },
  {
    path: '/goods',
    index: 20,
    title: 'goods',
    feature: 'goods',
    load: () => import('../features/goods/goods-screen.tsx').then((m) => m.GoodsScreen),
  },
  {
    path: '/page/:ids',
    index: 34,
    title: 'page',
    feature: 'articles',
    load: () => import('../features/articles/page-screen.tsx').then((m) => m.PageScreen),
  },
  {
    path: '/article-detail/:id',
    index: 35,
    tabs: 'beside',
    title: 'page',
    feature: 'articles',
    load: () => import('../features/articles/article-screen.tsx').then((m) => m.ArticleScreen),
  },
  {
    path: '/faqs',
    index: 36,
    title: 'faqs',
    feature: 'articles',
    load: () => import('../features/articles/faqs-screen.tsx').then((m) => m.FaqsScreen),
  },
  {
    path: '/know',
    index: 37,
    title: 'know',
    feature: 'articles',
    load: () => import('../features/articles/know-screen.tsx').then((m) => m.KnowScreen),
  },
  {
    path: '/order',
    index: 12,
    title: 'order',
    ...ofOrders,
    load: () => import('../features/orders/list/orders-screen.tsx').then((m) => m.OrdersScreen),
  },
  {
    path: '/merchant',
    index: 19,
    title: 'merchant',
    feature: 'merchants',
    load: () => import('../features/merchants/merchant-screen.tsx').then((m) => m.MerchantScreen),
    guest: guests.merchant,
  },
  {
    path: '/review',
    index: 18,
    title: 'review',
    feature: 'reviews',
    load: () => import('../features/reviews/review-screen.tsx').then((m) => m.ReviewScreen),
  },
  {
    path: '/report',
    index: 60,
    title: 'report',
    feature: 'reports',
    load: () => import('../features/reports/report-screen.tsx').then((m) => m.ReportScreen),
  },
  {
    path: '/orderChecked',
    index: 21,
    title: 'orderChecked',
    ...ofOrders,
    load: () => import('../features/orders/checkout/checkout-screen.tsx').then((m) => m.CheckoutScreen),
  },
  {
    path: '/success',
    index: 24,
    title: 'success',
    ...ofOrders,
    load: () => import('../features/orders/payment/success-screen.tsx').then((m) => m.SuccessScreen),
  },
  {
    path: '/pay',
    index: 25,
    title: 'pay',
    ...ofOrders,
    load: () => import('../features/orders/payment/pay-screen.tsx').then((m) => m.PayScreen),
  },
  {
    path: '/print',
    index: 26,
    title: 'print',
    feature: 'invoices',
    load: () => import('../features/invoices/print-screen.tsx').then((m) => m.PrintScreen),
  },
  {
    path: '/address',
    index: 22,
    title: 'address',
    feature: 'addresses',
    load: () => import('../features/addresses/addresses-screen.tsx').then((m) => m.AddressesScreen),
  },
  {
    path: '/insertAddress',
    index: 23,
    title: 'insertAddress',
    feature: 'addresses',
    load: () => import('../features/addresses/address-screen.tsx').then((m) => m.AddressScreen),
  },
  {
    path: '/message',
    index: 27,
    title: 'message',
    feature: 'messages',
    load: () => import('../features/messages/message-screen.tsx').then((m) => m.MessageScreen),
    guest: guests.messages,
  },
  {
    path: '/talks',
    index: 28,
    title: 'talks',
    feature: 'messages',
    load: () => import('../features/messages/talks-screen.tsx').then((m) => m.TalksScreen),
    guest: guests.talks,
  },
  {
    path: '/quotes',
    index: 47,
    title: 'quotes',
    feature: 'quotes',
    load: () => import('../features/quotes/quotes-screen.tsx').then((m) => m.QuotesScreen),
    guest: guests.quotes,
  },
  {
    path: '/quotes/:id',
    index: 49,
    title: 'quotes',
    feature: 'quotes',
    load: () => import('../features/quotes/quote-screen.tsx').then((m) => m.QuoteScreen),
    guest: guests.quote,
  },
  {
    path: '/askPrice',
    index: 48,
    title: 'askPrice',
    feature: 'quotes',
    load: () => import('../features/quotes/ask-screen.tsx').then((m) => m.AskScreen),
    guest: guests.quote,
  },
  {
    path: '/wallet',
    index: 58,
    title: 'wallet',
    ...ofWallet,
    load: () => import('../features/wallet/balances/wallet-screen.tsx').then((m) => m.WalletScreen),
  },
  {
    path: '/fundPassword',
    index: 71,
    title: 'fundPassword',
    ...ofWallet,
    load: () => import('../features/wallet/fund-password-screen.tsx').then((m) => m.FundPasswordScreen),
  },
  {
    path: '/recharge',
    index: 65,
    title: 'recharge',
    ...ofWallet,
    load: () => import('../features/wallet/deposits/recharge-screen.tsx').then((m) => m.RechargeScreen),
  },
  {
    path: '/rechargeRecode',
    index: 66,
    title: 'recharges',
    ...ofWallet,
    load: () => import('../features/wallet/deposits/recharge-screen.tsx').then((m) => m.RechargesScreen),
  },
  {
    path: '/rechargeDetail',
    index: 67,
    title: 'rechargeDetail',
    ...ofWallet,
    load: () => import('../features/wallet/deposits/recharge-screen.tsx').then((m) => m.RechargeDetailScreen),
  },
  {
    path: '/withdraw',
    index: 68,
    title: 'withdraw',
    ...ofWallet,
    load: () => import('../features/wallet/withdrawals/withdraw-screen.tsx').then((m) => m.WithdrawScreen),
  },
  {
    path: '/withdrawRecode',
    index: 69,
    title: 'withdrawals',
    ...ofWallet,
    load: () => import('../features/wallet/withdrawals/withdraw-screen.tsx').then((m) => m.WithdrawalsScreen),
  },
  {
    path: '/withdrawStop',
    index: 70,
    title: 'withdraw',
    feature: 'wallet',
    load: () => import('../features/wallet/withdrawals/withdraw-screen.tsx').then((m) => m.WithdrawStopScreen),
  },
  {
    path: '/watches',
    index: 32,
    title: 'watches',
    feature: 'watches',
    load: () => import('../features/watches/watches-screen.tsx').then((m) => m.WatchesScreen),
  },
  {
    path: '/sync',
    index: 29,
    title: 'sync',
    feature: 'sync',
    load: () => import('../features/sync/sync-screen.tsx').then((m) => m.SyncScreen),
  },
  {
    path: '/setting',
    index: 30,
    title: 'setting',
    feature: 'settings',
    load: () => import('../features/settings/setting-screen.tsx').then((m) => m.SettingScreen),
  },
  {
    path: '/lang',
    index: 31,
    title: 'lang',
    feature: 'settings',
    load: () => import('../features/settings/lang-screen.tsx').then((m) => m.LangScreen),
  },
  {
    path: '/centre',
    index: 45,
    title: 'centre',
    feature: 'store',
    load: () => import('../features/store/orders/centre-screen.tsx').then((m) => m.CentreScreen),
  },
  {
    path: '/centre/order/:id',
    index: 53,
    title: 'sale',
    feature: 'store',
    load: () => import('../features/store/orders/sale-screen.tsx').then((m) => m.SaleScreen),
  },
  {
    path: '/centre/print',
    index: 54,
    title: 'print',
    feature: 'store',
    load: () => import('../features/store/invoices/sale-papers-screen.tsx').then((m) => m.SalePapersScreen),
  },
  {
    path: '/centre/goods',
    index: 46,
    title: 'centre',
    feature: 'store',
    load: () => import('../features/store/products/goods-list-screen.tsx').then((m) => m.GoodsListScreen),
  },
  {
    path: '/centre/goods/new',
    index: 55,
    title: 'newProduct',
    feature: 'store',
    load: () => import('../features/store/products/form/goods-new-screen.tsx').then((m) => m.GoodsNewScreen),
  },
  {
    path: '/centre/goods/import',
    index: 61,
    title: 'goodsImport',
    feature: 'store',
    load: () => import('../features/store/import/goods-import-screen.tsx').then((m) => m.GoodsImportScreen),
  },
  {
    path: '/centre/goods/many',
    index: 62,
    title: 'goodsMany',
    feature: 'store',
    load: () => import('../features/store/many/goods-many-screen.tsx').then((m) => m.GoodsManyScreen),
  },
  {
    path: '/centre/sheet',
    index: 76,
    title: 'lineSheet',
    feature: 'store',
    load: () => import('../features/store/line-sheets/line-sheet-screen.tsx').then((m) => m.LineSheetScreen),
  },
  {
    path: '/sheet/:id',
    index: 77,
    title: 'lineSheet',
    feature: 'line-sheets',
    load: () => import('../features/line-sheets/sheet-screen.tsx').then((m) => m.SheetScreen),
  },
  {
    path: '/centre/goods/:id',
    index: 56,
    title: 'product',
    feature: 'store',
    load: () => import('../features/store/products/form/goods-one-screen.tsx').then((m) => m.GoodsOneScreen),
  },
  {
    path: '/centre/earnings',
    index: 57,
    title: 'centre',
    feature: 'store',
    load: () => import('../features/store/earnings/earnings-screen.tsx').then((m) => m.EarningsScreen),
  },
  {
    path: '/centre/requests',
    index: 73,
    title: 'centre',
    feature: 'store',
    load: () => import('../features/store/reviews/buyers-screen.tsx').then((m) => m.RequestsScreen),
  },
  {
    path: '/centre/requests/:id',
    index: 74,
    title: 'requests',
    feature: 'store',
    load: () => import('../features/store/quotes/request-screen.tsx').then((m) => m.RequestScreen),
  },
  {
    path: '/centre/draw/:kind/:id',
    index: 78,
    title: 'requests',
    feature: 'store',
    load: () => import('../features/store/quotes/draw-screen.tsx').then((m) => m.DrawScreen),
  },
  {
    path: '/centre/reviews',
    index: 75,
    title: 'centre',
    feature: 'store',
    load: () => import('../features/store/reviews/buyers-screen.tsx').then((m) => m.StoreReviewsScreen),
  },
  {
    path: '/centre/talks',
    index: 64,
    title: 'talks',
    feature: 'store',
    load: () => import('../features/store/talks/store-talks-screen.tsx').then((m) => m.StoreTalksScreen),
  },
  {
    path: '/centre/store',
    index: 52,
    title: 'centre',
    feature: 'store',
    load: () => import('../features/store/profile/store-desk-screen.tsx').then((m) => m.StoreDeskScreen),
  },
  { path: '/operator', index: 43, ...operator },
  { path: '/operator/:desk', index: 44, ...operator },
  {
    path: '/loan',
    index: 39,
    title: 'loan',
    feature: 'loans',
    load: () => import('../features/loans/loan-screen.tsx').then((m) => m.LoanScreen),
  },
  {
    path: '/install',
    index: 33,
    title: 'install',
    feature: 'install',
    load: () => import('../features/install/install-screen.tsx').then((m) => m.InstallScreen),
  },
  {
    path: '/login',
    index: 40,
    title: 'login',
    feature: 'account',
    load: () => import('../features/account/login-screen.tsx').then((m) => m.LoginScreen),
  },
  {
    path: '/resetPwd',
    index: 42,
    title: 'resetPwd',
    feature: 'account',
    load: () => import('../features/account/reset-screen.tsx').then((m) => m.ResetScreen),
  },
  {
    path: '/register',
    index: 41,
    title: 'register',
    feature: 'account',
    load: () => import('../features/account/register-screen.tsx').then((m) => m.RegisterScreen),
  },
]
const elsewhere: Row = {
  path: '/*',
  index: 50,
  title: 'notFound',
  feature: 'home',
  load: () => import('../features/home/not-found-screen.tsx').then((m) => m.NotFoundScreen),
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
