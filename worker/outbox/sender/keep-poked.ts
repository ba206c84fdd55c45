import { listenForPokes } from '../../wire/poke.ts'
import { CAP_VISIBLE, pause } from './backoff.ts'
import type { SenderDeps } from './sender-deps.ts'
import type { WakeableTimer } from './wakeable-timer.ts'

/**
 * Keeps the poke stream open; each opening, poke and end asks for a pull, so that without a stream the feed is polled.
 * A poke names the position that the feed has risen to, if the server says it. A probe ends the pause before the next
 * opening: it may have begun when nobody saw the device.
 */
export async function keepPoked(
  c: SenderDeps,
  timer: WakeableTimer,
  lost: AbortSignal,
  pull: (position: string) => void,
): Promise<void> {
  let broken = 0
  lost.addEventListener('abort', timer.wake)
  while (!lost.aborted) {
    timer.reset()
    const speaker = c.env.online() ? await c.credentials() : undefined
    const since = c.env.now()
    const open = speaker ? await listenForPokes(c.env, c.base, speaker, lost, pull, c.sender && c.fence.uid) : false
    if (lost.aborted) return
    // A stream that something on the way cuts off at once must not become a fast poll.
    broken = open && c.env.now() - since > CAP_VISIBLE ? 1 : broken + 1
    pull('')
    await timer.sleep(pause(broken, c.visible(), c.env.random()))
  }
}
