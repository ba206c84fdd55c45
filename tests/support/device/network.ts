/** How a device's network behaves; each field may change at any time. */
export interface Faults {
  /** The device knows that it has no network. */
  offline: boolean
  /** Everything fails although the device believes to be online. */
  lieFi: boolean
  /** The server acts, but no answer comes back: for so many of the next calls (Infinity: all). */
  loseAnswers: number
  /** Each call arrives twice; the second answer is the one that counts. */
  duplicate: boolean
  /** A captive portal answers everything with its page. */
  portal: boolean
  /** The first so many calls of all are lost, call by call of a path. */
  loseFirstOf: Set<string>
}

export interface Network {
  faults: Faults
  /** Paths asked for, in order, with the bytes sent up and the token they were asked with. */
  log: { path: string; bytes: number; token: string | undefined }[]
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Resolves when the server works on nothing of this device's any more. */
  quiet(): Promise<void>
}

const dropped = (): TypeError => new TypeError('fetch failed')

/** A device's way to the server, in process, with faults. `alive` false: nothing resolves any more, as after a kill. */
export function createNetwork(
  market: { fetch(request: Request): Response | Promise<Response> },
  alive: () => boolean,
): Network {
  const faults: Faults = {
    offline: false,
    lieFi: false,
    loseAnswers: 0,
    duplicate: false,
    portal: false,
    loseFirstOf: new Set(),
  }
  const log: Network['log'] = []
  const never = new Promise<never>(() => undefined)
  const underWay = new Set<Promise<unknown>>()
  const exchange = (request: Request): Promise<Response> => {
    const answer = Promise.resolve(market.fetch(request))
    const ended = answer.then(
      () => undefined,
      () => undefined,
    )
    underWay.add(ended)
    void ended.then(() => underWay.delete(ended))
    return answer
  }
  return {
    faults,
    log,
    quiet: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async fetch(url, init) {
      if (!alive()) return never
      if (faults.offline || faults.lieFi) throw dropped()
      const path = new URL(url, 'http://market').pathname
      log.push({
        path,
        token: new Headers(init.headers).get('token') ?? undefined,
        bytes:
          init.body instanceof ArrayBuffer
            ? init.body.byteLength
            : typeof init.body === 'string'
              ? init.body.length
              : 0,
      })
      if (faults.portal)
        return new Response('<!doctype html><title>Welcome</title>', {
          status: 200,
          headers: { 'Content-Type': 'text/html' },
        })
      const send = async (): Promise<Response> =>
        exchange(new Request(new URL(url, 'http://market'), { ...init, signal: init.signal ?? null }))
      if (faults.duplicate && !path.endsWith('/poke')) await (await send()).text()
      // An aborted call ends at once, as fetch does, though the server may yet act on it.
      const aborted = new Promise<never>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
      })
      aborted.catch(() => undefined)
      const response = await Promise.race([send(), aborted])
      if (!alive()) return never
      init.signal?.throwIfAborted()
      const lose = !path.endsWith('/poke') && (faults.loseAnswers > 0 || faults.loseFirstOf.delete(path))
      if (lose) {
        if (faults.loseAnswers > 0) faults.loseAnswers -= 1
        await response.text()
        throw dropped()
      }
      if (!response.body || !init.signal) return response
      // An aborted fetch ends its body too; in process nothing else would.
      return new Response(response.body.pipeThrough(new TransformStream(), { signal: init.signal }), response)
    },
  }
}
