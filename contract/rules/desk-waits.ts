import type { MessageKind } from './message-kinds.ts'
import type { OperatorRight } from './operator-rights.ts'

/**
 * The work that waits for operators: the desk at which it waits, the right that it takes, and the message that
 * announces it. Acts that wait for a second operator are mailed when they are asked for.
 */
export const deskWaits = {
  acts: { desk: 'acts', right: null, told: null },
  applications: { desk: 'applications', right: 'applications', told: 'waitsApplications' },
  withdrawals: { desk: 'withdrawals', right: 'money', told: 'waitsWithdrawals' },
  loans: { desk: 'loans', right: 'money', told: 'waitsLoans' },
  disputes: { desk: 'disputes', right: 'orders', told: 'waitsDisputes' },
  talks: { desk: 'talks', right: 'service', told: 'waitsTalks' },
  reports: { desk: 'talks', right: 'service', told: 'waitsReports' },
  requests: { desk: 'requests', right: 'service', told: 'waitsRequests' },
} as const satisfies Record<string, { desk: string; right: OperatorRight | null; told: MessageKind | null }>

export type DeskWait = keyof typeof deskWaits
/** The work that a message announces to operators. */
export type ToldWait = Exclude<DeskWait, 'acts'>
export const deskWaitNames = Object.keys(deskWaits) as DeskWait[]
export const toldWaits = deskWaitNames.filter((name): name is ToldWait => deskWaits[name].told !== null)

/** The desk that a message leads to; undefined for messages about something else. */
export const deskOfMessage = (kind: string): string | undefined =>
  kind === 'talkHanded' ? 'talks' : Object.values(deskWaits).find(({ told }) => told === kind)?.desk

/** The hours after which an unanswered price request is the operators' concern: the default, and the maximum. */
export const REQUEST_HOURS = 48
export const REQUEST_HOURS_MAX = 720
/**
 * The hours between two mails to an operator about waiting work: the default in a market of real money, and the
 * maximum.
 */
export const DIGEST_HOURS = 4
export const DIGEST_HOURS_MAX = 168
