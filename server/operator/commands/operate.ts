import type { Db } from '../../db/tables/tables.ts'
import type { Bounds } from '../../turns/bounds.ts'
import type { Deposits } from '../../deposits/deposits.ts'
import type { Reserves } from '../../reserves/reserves.ts'
import { byCommand, type Actor } from '../../audit/audit.ts'
import { backUp, type BackupPlace } from '../../backup/back-up.ts'
import { OperatorError } from '../answer.ts'
import { operateApplications } from '../../merchants/operator.ts'
import { operateAreas } from '../../market/areas/operator.ts'
import { operateArticles } from '../../articles/operator.ts'
import { operateCategories } from '../../categories/operator.ts'
import { operateCurrencies } from '../../currencies/operator.ts'
import { listBounds } from './bounds.ts'
import { bar, unbar } from '../../products/bar.ts'
import { setPrice, setStock } from '../../products/operator.ts'
import { showLedger } from '../../ledger/operator.ts'
import { operateLoans } from '../../loans/operator.ts'
import { operateGoods } from '../../products/operator-files.ts'
import { answerCommand, message } from '../../site/tell.ts'
import { quote } from '../../quotes/operator.ts'
import { listOrders, refund, ship } from '../../orders/moves/operator.ts'
import { operateOperators } from '../operators.ts'
import { setRate } from '../../rates/operator.ts'
import { reportCommand } from '../../reports/operator.ts'
import { showReserves } from '../../reserves/operator.ts'
import { setSite } from '../../site/operator.ts'
import { suspend, unsuspend } from '../../stores/suspend.ts'
import { operateSweeps } from '../../sweeps/operator.ts'
import {
  leastCommand,
  setPayQuoteMinutes,
  setRateAge,
  setRateStep,
  setSecondEyes,
  setSoleWaits,
  setSweepPercent,
  setStoreDay,
  setNewAddressHours,
  setUnpaidWorth,
  setWithdrawFactor,
  setWithdrawOne,
  setWithdrawTwo,
  setFee,
} from '../../site/limits.ts'
import { operateWithdrawals } from '../../withdrawals/operator.ts'
import { operateFactor } from '../../factors/operator.ts'

export const MARKET_USAGE = `Usage: npm run market -- COMMAND

Acts for the shops and the operator, in a running market or in one that stands still.

  ship <order> [parcel text]             what is left of a paid order, by its number or its id, is on its way
       [--lines 12=5,13:2=3]             only these pieces of these products (and choices)
       [--carrier name]
  refund <order> [operator|shop [words]] what was not received of an order is paid back; both sides read why
  report                                 problems that buyers reported and that are open
  report <id> offer <amount> [words]     the store offers to give so much back
  report <id> replace [parcel text]      the store sends another
  report <id> decline <words>            the store says no
  report <id> decide <amount|0> <words>  the operator decides what was brought to them
  orders [state]                         the latest orders
  goods export <storeId> <file>          a store's products as CSV, or JSON Lines (.jsonl)
  goods import <storeId> <file> [listed] [category <id>]
                                         takes such a file over; new products are drafts, or listed;
                                         those of no known category go into that one
  price <productId> <minor|decimal>      1250 (minor units) or 12.50
  stock <productId> [variantId] <n>      pieces on the shelf
  message all|<email> en <title> <text> [zh <title> <text>] …
                                         tells everybody, or one person, something
  answer [<conversation> <text>]         what waits for an answer; answers it
  ledger                                 verifies the book, and states what it holds
  reserves [check]                       the last proof of reserves; makes one in a running market
  sweep                                  deposits that are being collected, and the last that were
  sweep <network> [coin]                 what collecting them would bring and cost, and where they would go
  sweep <network> [coin] --do            collects them
  loan                                   applications for a loan that wait
  loan offer <id> <amount> <months> <percent> <days> [words]
  loan refuse <id> <words>
  withdrawal                             withdrawals that wait for operators
  withdrawal agree <id>                  it is sent when its time has come
  withdrawal refuse <id> <reason>        its amount goes back to its person, who reads why
  quote                                  what buyers ask stores a price for
  quote <quote> offer <price>[,<price>…] [<days>] [<note>]
                                         offers a unit price for each line of it
  quote <quote> decline [<note>]         makes no offer
  area [list]                            where the market delivers
  area open|close <country or province> …
                                         by its name in any language, or its code (DE, US-CA)
  area only <country> …                  opens these, and closes all others
  rate <currency|coin> <decimal> [fixed] …
                                         what one unit is worth in the market's currency; a fixed rate stays valid
  currency [list]                        the currencies and coins, their rates, their age and source
  currency remove <code>                 removes one that nobody uses
  currency market [<code> <decimal>]     the market's currency; makes another the market's, before the first
                                         order, by what one unit of the present one is worth in it
  rateAge <hours>                        maximum age of a rate for payments
  payQuoteMinutes <minutes>              how long a quoted amount stays valid
  least <storeId> pieces|amount <n>      what one order of a store holds at least; 0 for nothing
  unpaid <decimal>                       what a buyer's unpaid orders may be worth together
  second <decimal>                       what one operator gives back alone in a day
  rateStep <percent>                     how far one operator moves a rate alone within a day
  newAddressHours <hours>                how long a withdrawal to a new address waits
  withdrawOne <decimal>                  what a person withdraws in a day without an operator who agrees
  withdrawTwo <decimal>                  what a person withdraws in a day without two operators who agree
  sweepPercent <percent>                 what collecting deposits may cost of their amount
  withdrawFactor <decimal>               what a person withdraws in a day without a second factor
  storeDay <changes>                     how many changes a store may make in a day
  soleWaits <hours>                      how long an act waits that nobody else can agree to
  fee <percent>                          the market's fee on what stores get; a higher one after 14 days
  factor remove <email>                  removes the second factor of a person who has lost it
  suspend <email>|<storeId> <reason>     neither orders nor sells, and is told why
  unsuspend <email>|<storeId>            trades again
  bar goods|review <id> <reason>         nobody is shown it; its seller or author is told why
  unbar goods|review <id>                it is shown again
  application list [state]               who wants to sell here, and until when an answer is due
  application show|take <id>             one application; it is being read
  application ask <id> <what> <text> …   asks for changes: of front, realName …
  application approve <id> [storeId]     makes its store, or gives it one that there is
  application refuse <id> <reason>
  article put <slug.language.md> …       writes or replaces articles (docs/articles.md)
  article list                           groups and their articles
  article remove <slug> [language]       an article, or its text in a language
  article group <slug> <above|-> <sort> <language=name> … [path=/order]
                                         makes or changes a group of articles, or a link among them
  article ungroup <slug>                 removes a group that is empty
  category list                          the tree in which goods stand, with how many in each
  category put <id|new> <above|-> <sort> <language=name> …
                                         makes a category, or names and places one anew
  category remove <id>                   removes one in which nothing stands
  setting [name [value]]                 the website's settings
  operator add <email> [right …]         makes an operator; prints the code for /operator
  operator remove <email> | list         takes that back; says who there are
  bounds                                 what the market may keep, and what it keeps now
  backup <folder>                        copies the market into a new folder, while it runs
  backup <folder> --keys                 copies its keys alone, to be kept in another place
  restore <folder> [--keys <folder>]     makes the market of a backup in an empty data folder

The market is the one of DATA_DIR (else ./data), or with DATABASE_URL set that database.`

/** The parts that only a running market has. */
export interface Running {
  bounds: Bounds
  reserves: Reserves
  deposits: Deposits
}

/** The result of a command: the exit code (0 done, 1 not done, 2 not understood) and the text to show. */
export interface Operated {
  exit: 0 | 1 | 2
  text: string
}

const commands: Record<string, (db: Db, args: readonly string[], now: number, actor: Actor) => Promise<string>> = {
  ship,
  refund,
  orders: listOrders,
  goods: operateGoods,
  report: reportCommand,
  price: setPrice,
  stock: setStock,
  message,
  answer: answerCommand,
  ledger: showLedger,
  loan: operateLoans,
  withdrawal: operateWithdrawals,
  quote,
  area: operateAreas,
  rate: setRate,
  currency: operateCurrencies,
  rateAge: setRateAge,
  payQuoteMinutes: setPayQuoteMinutes,
  least: leastCommand,
  unpaid: setUnpaidWorth,
  second: setSecondEyes,
  rateStep: setRateStep,
  soleWaits: setSoleWaits,
  fee: setFee,
  newAddressHours: setNewAddressHours,
  withdrawOne: setWithdrawOne,
  withdrawTwo: setWithdrawTwo,
  withdrawFactor: setWithdrawFactor,
  storeDay: setStoreDay,
  sweepPercent: setSweepPercent,
  factor: operateFactor,
  application: operateApplications,
  article: operateArticles,
  category: operateCategories,
  setting: setSite,
  operator: operateOperators,
  suspend,
  unsuspend,
  bar,
  unbar,
}

/** Commands that need more than the database. */
const ofMore = ['bounds', 'reserves', 'sweep', 'backup', 'restore']

/** Whether there is such a command at all. */
export const isCommand = (name: string | undefined): boolean =>
  name !== undefined && (ofMore.includes(name) || Object.hasOwn(commands, name))

/**
 * Carries out one command of the operator; what cannot be done is an answer, bugs are thrown. `place` is where the
 * market keeps its own, for a backup.
 */
export async function operate(
  db: Db,
  [name, ...args]: readonly string[],
  now: number,
  running?: Running,
  place?: BackupPlace,
): Promise<Operated> {
  if (name === 'bounds') return { exit: 0, text: await listBounds(db, running?.bounds) }
  if (name === 'restore') return { exit: 1, text: 'A backup is restored where no market runs.' }
  const own = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  const command =
    name === 'reserves'
      ? () => showReserves(db, args, now, running?.reserves)
      : name === 'sweep'
        ? () => operateSweeps(db, args, { now, actor: byCommand, deposits: running?.deposits })
        : name === 'backup' && place
          ? () => backUp(db, place, args)
          : own
  if (!command) return { exit: 2, text: MARKET_USAGE }
  try {
    return { exit: 0, text: await command(db, args, now, byCommand) }
  } catch (error) {
    if (error instanceof OperatorError) return { exit: 1, text: error.message }
    throw error
  }
}
