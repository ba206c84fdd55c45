import type { MessageKind } from '../messages/kinds.ts'
import type { OperatorRight } from '../wire/operator-rights.ts'

/**
 * The work that waits for operators: the desk at which it waits, the right that it takes, and the message that
 * announces it. Acts that wait for a second operator are mailed when they are asked for.
 */
export const deskWaits = {
  acts: { desk: 'acts', right: null, message: null },
  applications: { desk: 'applications', right: 'applications', message: 'waitsApplications' },
  withdrawals: { desk: 'withdrawals', right: 'money', message: 'waitsWithdrawals' },
  loans: { desk: 'loans', right: 'money', message: 'waitsLoans' },
  disputes: { desk: 'disputes', right: 'orders', message: 'waitsDisputes' },
  talks: { desk: 'talks', right: 'service', message: 'waitsTalks' },
  reports: { desk: 'talks', right: 'service', message: 'waitsReports' },
  requests: { desk: 'requests', right: 'service', message: 'waitsRequests' },
} as const satisfies Record<string, { desk: string; right: OperatorRight | null; message: MessageKind | null }>

export type DeskWait = keyof typeof deskWaits
/** The work that a message announces to operators. */
export type AnnouncedWait = Exclude<DeskWait, 'acts'>
export const deskWaitNames = Object.keys(deskWaits) as DeskWait[]
export const announcedWaits = deskWaitNames.filter((name): name is AnnouncedWait => deskWaits[name].message !== null)

/** The desk that a message leads to; undefined for messages about something else. */
export const deskOfMessage = (kind: string): string | undefined =>
  kind === 'talkHanded' ? 'talks' : Object.values(deskWaits).find(({ message }) => message === kind)?.desk

/** The hours after which an unanswered price request is the operators' concern: the default, and the maximum. */
export const REQUEST_HOURS = 48
export const REQUEST_HOURS_MAX = 720
/**
 * The hours between two mails to an operator about waiting work: the default in a market of real money, and the
 * maximum.
 */
export const DIGEST_HOURS = 4
export const DIGEST_HOURS_MAX = 168
