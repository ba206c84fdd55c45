/** How often a holder with work renews its heartbeat, and how old that may be before a follower steals (ms). */
export const HEARTBEAT = 5_000
export const STALE = 15_000
