import { purgeExpired } from '../account/expired.ts'
import { purgeForgotten } from '../account/forget.ts'
import { purgeFeeds, purgeOutcomes } from '../sync/retention.ts'
import { purgeAudit } from '../audit/audit.ts'
import { purgeFiles } from '../files/purge.ts'
import { settleAllOwed } from '../sync/owed.ts'
import { purgeCatalogueStamps } from '../feed/position.ts'
import { purgeActs } from '../operator/second-eyes.ts'
import { tellOperators } from '../operator/desks/tell-waits.ts'
import { closeUnanswered } from '../merchants/decide.ts'
import { giveCodes } from '../merchants/codes.ts'
import { clearDocuments } from '../merchants/documents.ts'
import { tellOfContract } from '../merchants/sign.ts'
import { keepLooks } from '../stores/names/keep-looks.ts'
import { purgeRenames } from '../stores/profile.ts'
import { answerInDemo } from '../talks/answers.ts'
import { offerInDemo } from '../seed/quotes.ts'
import { purgeMailDays } from '../mails/days.ts'
import { purgeMailNotices } from '../mails/gather.ts'
import { handOutSiteMessages, purgeSiteMessages } from '../site/messages.ts'
import { tellAllWatched } from '../messages/watches.ts'
import type { Db } from '../db/tables/tables.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { followRates } from '../rates/follow.ts'
import type { RateSource } from '../market/rate-source.ts'
import { sealBook } from '../ledger/seals.ts'
import type { Reserves } from '../reserves/reserves.ts'
import { endDeals } from '../catalogue/end-deals.ts'
import { expireLoans } from '../loans/expire.ts'
import { expireOrders } from '../orders/expire.ts'
import { reckonFirstAnswers } from '../talks/first-answers.ts'
import { askForReceipt, mailAnswers, purgeMessages } from '../orders/reminders.ts'
import { expireQuotes, purgeQuotes } from '../quotes/expire.ts'
import { countMonthlySales } from '../catalogue/monthly-sales.ts'
import { endSilence, releaseOrders, tellOfLate, tellOfRelease, tellStores } from '../orders/clocks.ts'
import { reportRound, startRounds, type Round } from '../turns/rounds.ts'
import { lookingRounds, watchingRounds } from './watching.ts'

/** The longest wait of ledger entries for their seal (ms). */
const SEAL_EVERY = 1_000
const RATES_EVERY = 60_000
const EXPIRE_EVERY = 15_000
/** The longest wait for a notification, or for an answer of the demo's sellers (ms). */
const TELL_EVERY = 10_000
/** How often money is released, silence ended, and operators notified of what waits (ms). */
const CLOCK_EVERY = 60_000
const ASK_EVERY = 3_600_000
const COUNT_EVERY = 600_000
const PURGE_EVERY = 86_400_000
/** An import brings new ones, a sale others to the head of a list. A market that has just started has other work. */
const [DRAW_AFTER, DRAW_EVERY] = [60_000, 600_000]
/** The longest time that the sizes of a removed picture stay on the disk (ms). */
const DROP_EVERY = 300_000

/** The parts of a market that its timers need. */
export interface Timed {
  db: Db
  drawAhead(): Promise<void>
  dropHidden(): Promise<void>
  sendMails(): Promise<void>
  deposits: Deposits
  reserves: Reserves
  /** The source of the rates of coins. */
  rates?: RateSource | undefined
  /** Whether another process watches the networks. */
  apart?: boolean
}

/**
 * Does what is due without anybody asking: closes unpaid orders past their time, tells people what they wait for,
 * answers as the demo's sellers, counts the month's sales, has the pictures made that visitors see first, deletes what
 * is past its own. Returns the way to stop, which waits for what is under way.
 */
export const startTimers = (timed: Timed, now: () => number = Date.now): (() => Promise<void>) =>
  startRounds([
    ...marketRounds(timed, now),
    ...(timed.apart ? lookingRounds(timed.db, timed.deposits) : watchingRounds(timed.deposits, timed.reserves, now)),
  ])

function marketRounds({ db, drawAhead, dropHidden, sendMails, rates }: Timed, now: () => number): Round[] {
  const every = (ms: number, work: () => Promise<unknown>, failed: (error: unknown) => void, after = 0): Round => ({
    ...{ every: ms, work, failed, after },
  })
  const watched = reportRound('Persons could not be told what they wait for')
  const unpaid = reportRound('Unpaid orders could not be closed')
  const clocks = reportRound('Orders could not be moved on by the clock')
  const stores = reportRound('Stores could not be told of problems')
  const handing = reportRound('A message to everybody could not be handed out')
  const desks = reportRound('Operators could not be told what waits')
  return [
    every(SEAL_EVERY, () => sealBook(db, now()), reportRound('The ledger could not be sealed')),
    ...(rates ? [every(RATES_EVERY, () => followRates(db, rates, now()), reportRound('Rates could not be read'))] : []),
    every(EXPIRE_EVERY, () => expireOrders(db, now(), unpaid), unpaid),
    every(TELL_EVERY, () => tellAllWatched(db, now(), watched), watched),
    every(TELL_EVERY, () => answerInDemo(db, now()), reportRound("The demo's sellers could not answer")),
    every(TELL_EVERY, () => offerInDemo(db, now()), reportRound("The demo's sellers could not make their offers")),
    every(EXPIRE_EVERY, () => expireQuotes(db, now()), reportRound('Offers past their time could not be ended')),
    every(EXPIRE_EVERY, () => endDeals(db, now()), reportRound('Deals of products could not be ended')),
    every(TELL_EVERY, () => handOutSiteMessages(db, handing), handing),
    every(TELL_EVERY, () => settleAllOwed(db), reportRound('What is owed to feeds could not be settled')),
    every(TELL_EVERY, sendMails, reportRound('Mails could not be sent')),
    every(ASK_EVERY, () => expireLoans(db, now()), reportRound('Offers of loans could not be ended')),
    every(CLOCK_EVERY, () => runClocks(db, now(), clocks), clocks),
    every(TELL_EVERY, () => tellStores(db, now(), stores), stores),
    every(CLOCK_EVERY, () => tellOperators(db, now(), desks), desks),
    every(CLOCK_EVERY, () => tellOfContract(db, now()), reportRound('Merchants could not be told of a new contract')),
    every(ASK_EVERY, () => askForReceipt(db, now()), reportRound('Buyers could not be asked for receipt')),
    every(CLOCK_EVERY, () => mailAnswers(db, now()), reportRound('Answers could not be mailed')),
    every(
      ASK_EVERY,
      () => reckonFirstAnswers(db, now()),
      reportRound('First answers could not be reckoned'),
      DRAW_AFTER,
    ),
    every(COUNT_EVERY, () => countMonthlySales(db, now()), reportRound('Monthly sales could not be counted')),
    every(DRAW_EVERY, drawAhead, reportRound('Pictures could not be drawn ahead'), DRAW_AFTER),
    every(DROP_EVERY, dropHidden, reportRound('Pictures that are shown no more could not be deleted'), DRAW_AFTER),
    every(PURGE_EVERY, () => purge(db, now()), reportRound('What is past its time could not be deleted')),
  ]
}

/** Deletes rows that are past their time, and gives new stores their looks. */
const purge = (db: Db, now: number): Promise<unknown> =>
  Promise.all([
    purgeOutcomes(db, now),
    purgeFeeds(db, now),
    purgeCatalogueStamps(db, now),
    purgeExpired(db, now),
    purgeForgotten(db, now),
    purgeFiles(db, now),
    clearDocuments(db, now),
    closeUnanswered(db, now),
    giveCodes(db),
    purgeMessages(db, now),
    purgeQuotes(db, now),
    purgeSiteMessages(db, now),
    purgeAudit(db, now),
    purgeActs(db, now),
    keepLooks(db),
    purgeRenames(db, now),
    purgeMailNotices(db, now),
    purgeMailDays(db, now),
  ])

/** Runs the changes to orders that come with time, one after the other. */
async function runClocks(db: Db, now: number, report: (error: unknown) => void): Promise<void> {
  await tellOfRelease(db, now, report)
  await releaseOrders(db, now, report)
  await endSilence(db, now, report)
  await tellOfLate(db, now, report)
}
