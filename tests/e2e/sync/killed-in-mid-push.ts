import type { FaultProxy, Passing } from '../../support/servers/fault-proxy.ts'
import type { Market } from '../../support/servers/servers.ts'
import type { WayOut } from '../people/shopper.ts'

const isPush = ({ path }: Passing): boolean => path === '/api/sync/push'

/**
 * Leaves the tunnel, kills the market once it has committed the first push and before its answer leaves, and starts it
 * again. The returned function tells how many pushes there were.
 */
export async function killedInMidPush(out: WayOut, proxy: FaultProxy, market: Market): Promise<() => number> {
  let pushes = 0
  let killed = (): void => undefined
  const dead = new Promise<void>((resolve) => {
    killed = resolve
  })
  proxy.after = async (passing) => {
    if (!isPush(passing) || pushes !== 1) return
    await market.kill()
    killed()
  }
  await out((passing) => (isPush(passing) && pushes++ === 0 ? 'lost' : undefined))
  await dead
  await market.restart()
  return () => pushes
}
