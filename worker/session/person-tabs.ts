import type { Env } from '../env/env.ts'
import { STALE } from '../outbox/sender/heartbeat.ts'
import type { Sender } from '../outbox/sender/sender.ts'

/** The tabs of one person on a device, as one of them sees the others. Only one of them sends. */
export interface PersonTabs {
  /** `kick`: there is something to send. `probe`: try the network now. `seen`: this tab is visible. */
  post(message: 'kick' | 'probe' | 'seen'): void
  /** Whether another tab has announced lately that it is visible. */
  visibleElsewhere(): boolean
  /** Passes on to this tab's sender what the others post. */
  listen(sender: Sender): void
  close(): void
}

/** Joins the tabs of a person. */
export function joinTabs(env: Env, uid: string): PersonTabs {
  const channel = env.channel(`caravan-outbox-${uid}`)
  let open = true
  // The sending tab may be hidden while another is visible. Visible tabs announce themselves, and the sender then uses
  // the pauses of a visible one.
  let seenAt = -Infinity
  const visibleElsewhere = (): boolean => Math.abs(env.now() - seenAt) < STALE
  return {
    post: (message) => {
      if (open) channel.post(message)
    },
    visibleElsewhere,
    listen: (sender) =>
      channel.listen((message) => {
        if (message === 'kick') return sender.kick()
        // Where nobody was seen before, the pauses so far were those of a device that nobody looks at.
        const news = message === 'probe' || !visibleElsewhere()
        seenAt = env.now()
        if (news) sender.probe()
      }),
    close: () => {
      open = false
      channel.close()
    },
  }
}
