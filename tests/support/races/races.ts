import { settleAllOwed } from '#server/sync/owed.ts'
import { seededRandom, type Random } from '#server/seed/random.ts'
import { buyers } from './buyers.ts'
import { Followers } from './followers.ts'
import { heal } from './heal.ts'
import { judge } from './judge.ts'
import { operators } from './operators.ts'
import { sellers } from './sellers.ts'
import { openStage, type RaceDb, type RaceStage } from './stage.ts'
import { withdrawals } from './withdrawals.ts'
import { focusOn, lookAt, type Act, type Draw } from './view.ts'

/** The result of a race. */
export interface RaceReport {
  acts: number
  rounds: number
  /** By what was done: how often, and how often it was accepted. */
  done: Record<string, { tried: number; accepted: number }>
  faults: string[]
}

export interface RaceOptions {
  db: RaceDb
  acts: number
  seed: number
  progress?(done: number): void
}

/** The fewest and the most acts of a round, and the share of them that is about something else. */
const [FEWEST, MOST, ASTRAY] = [5, 10, 0.15]
/** Every so many rounds the dear checks are made as well. */
const DEEP = 10

/** The acts of a round, by its subject; one that stands twice is drawn twice as often. */
const { place, pay, cancel, receive, receiveParcel, report, reply, review, ask, answerOffer, deleteAccount, cart } =
  buyers
const { ship, refund, refundPart, answerReport, stock, count, price, show, close, offer } = sellers
const { invite, answerInvitation, endMember } = sellers
const { refundOrder, decideDispute, suspend, decide, bar, shipByCommand, refundByCommand, stopSuspending } = operators
const { withdraw, cancelWithdrawal, decideWithdrawal, followNetwork, reorganise } = withdrawals
const { release, silence, expire, monthly, purge, quotesOver, any } = operators

const subjects: Readonly<Record<string, readonly Draw[]>> = {
  unpaid: [place, place, place, pay, pay, cancel, expire, stock, price, suspend, close],
  order: [pay, cancel, ship, ship, refund, refundPart, receive, receiveParcel, refundOrder, shipByCommand, release],
  parcels: [ship, receive, receiveParcel, refundPart, refund, report, refundByCommand, cancel, monthly, review],
  problems: [
    report,
    report,
    reply,
    reply,
    answerReport,
    answerReport,
    decideDispute,
    silence,
    refund,
    receive,
    release,
  ],
  shelf: [place, place, place, stock, count, cancel, price, bar, show, expire, refund, monthly, cart],
  members: [endMember, endMember, endMember, invite, answerInvitation, deleteAccount, deleteAccount, suspend, close],
  money: [pay, pay, place, refund, receive, refundPart, refundOrder, decide, deleteAccount, cancel],
  withdrawals: [
    ...[withdraw, withdraw, withdraw, cancelWithdrawal, decideWithdrawal, pay, deleteAccount],
    ...[followNetwork, followNetwork, followNetwork, reorganise, suspend],
  ],
  files: [report, report, review, review, purge, purge, any],
  quotes: [ask, ask, answerOffer, answerOffer, offer, offer, quotesOver, place, suspend],
  market: [suspend, suspend, stopSuspending, bar, bar, show, close, place, decide, any],
}

/** Draws what happens in a round. */
async function drawRound(s: RaceStage, random: Random): Promise<Act[]> {
  const view = await lookAt(s)
  const at = { ...view, ...focusOn(s, view, random) }
  const [names, draws] = [Object.keys(subjects), Object.values(subjects)]
  const about = subjects[random.pick(names)]!
  const acts: Act[] = []
  const wanted = random.whole(FEWEST, MOST)
  for (let tries = 0; acts.length < wanted && tries < 10 * MOST; tries++) {
    const draw = random.pick(random.chance(ASTRAY) ? random.pick(draws) : about)
    const act = draw(s, at, random)
    if (act) acts.push(act)
  }
  return acts
}

/** Runs what was drawn, all at once, while somebody follows a feed. */
async function runRound(s: RaceStage, acts: readonly Act[], report: RaceReport): Promise<void> {
  await Promise.all(
    acts.map(async ({ what, run }) => {
      const done = (report.done[what] ??= { tried: 0, accepted: 0 })
      done.tried++
      try {
        if ((await run()) === 'accepted') done.accepted++
      } catch (error) {
        s.faults.push(`${what} threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      }
    }),
  )
}

/** Has so many acts run at the same time, round by round, and judges the market after each round. */
export async function race({ db, acts, seed, progress = () => undefined }: RaceOptions): Promise<RaceReport> {
  const s = await openStage(db)
  const report: RaceReport = { acts: 0, rounds: 0, done: {}, faults: s.faults }
  const random = seededRandom(seed)
  const error = console.error
  console.error = (...parts: unknown[]) => {
    s.faults.push(`the server logged ${parts.map((p) => (p instanceof Error ? p.stack : String(p))).join(' ')}`)
  }
  try {
    const followers = new Followers(s)
    // The first fault ends it: it would break everything after it.
    while (report.acts < acts && s.faults.length === 0) {
      const some = (await drawRound(s, random)).slice(0, acts - report.acts)
      await Promise.all([runRound(s, some, report), followers.lookNow(random)])
      report.acts += some.length
      const deep = ++report.rounds % DEEP === 0 || report.acts >= acts
      await settleAllOwed(s.db)
      await followers.catchUp(random, (n) => deep || n === report.rounds % DEEP)
      s.faults.push(...(await judge(s, deep)))
      if (s.faults.length > 0)
        s.faults.unshift(`after ${report.acts} acts, among ${some.map((a) => a.what).join(', ')}`)
      else await heal(s, random)
      progress(report.acts)
    }
  } finally {
    console.error = error
    await s.close()
  }
  return report
}
