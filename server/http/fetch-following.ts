/** At most so many redirects (spec §7). */
const REDIRECTS = 5
/** Those that are asked again as they were, and those that ask for another address by GET. */
const SAME = new Set([307, 308])
const BY_GET = new Set([301, 302, 303])

/**
 * Where a redirect leads that may be followed: at the same origin, because a key or a token goes along; undefined for
 * any other answer.
 */
function onwards({ status, headers }: Response, from: URL, { method = 'GET', body }: RequestInit): URL | undefined {
  const isGet = method === 'GET' || method === 'HEAD'
  if (!SAME.has(status) && !(isGet && BY_GET.has(status))) return undefined
  // A stream has been read.
  if (body instanceof ReadableStream) return undefined
  const to = URL.parse(headers.get('location') ?? '', from.href)
  return to && headers.has('location') && to.origin === from.origin ? to : undefined
}

/**
 * Fetches what somebody else's server answers, and follows it to other addresses of its own. An answer that leads
 * elsewhere, or on and on, is returned as it came.
 */
export async function fetchFollowing(address: string | URL, init: RequestInit = {}): Promise<Response> {
  let url = new URL(address)
  for (let left = REDIRECTS; ; left--) {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const next = left > 0 ? onwards(response, url, init) : undefined
    if (!next) return response
    await response.body?.cancel()
    url = next
  }
}
