import { lookup } from 'node:dns/promises'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './safe-address.ts'

/** Spec of a fetch: so many redirects, so long for all of it (ms), so many bytes. */
const REDIRECTS = 5
const PATIENCE = 30_000
const BYTES_MAX = 10 * 1024 * 1024

/** Why a photograph was not fetched, in words for the operator. */
export class NotFetched extends Error {
  /** Whether it may work another time. */
  readonly again: boolean
  constructor(reason: string, again = false) {
    super(reason)
    this.again = again
  }
}

/** The network as a fetch needs it; tests pass their own. */
export interface Internet {
  /** The addresses of a host name. */
  resolve(host: string): Promise<readonly string[]>
  /** Whether an address may be spoken to. */
  allows(address: string): boolean
}

export const internet: Internet = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  allows: isPublicAddress,
}

/** The address to connect to: every one that the host has must be allowed, so that none can be slipped in. */
async function addressOf(url: URL, { resolve, allows }: Internet): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host)
    ? [host]
    : await resolve(host).catch((error: unknown) => {
        throw new NotFetched(`${host} is not known: ${error instanceof Error ? error.message : String(error)}`, true)
      })
  if (addresses.length === 0) throw new NotFetched(`${host} has no address`, true)
  if (!addresses.every(allows)) throw new NotFetched(`${host} is not on the public internet`)
  return addresses[0]!
}

function checked(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new NotFetched('it is no address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new NotFetched(`${url.protocol} is not fetched`)
  if (url.username !== '' || url.password !== '') throw new NotFetched('its address holds a password')
  return url
}

/** Asks the very address that was checked: the name is not looked up again, so it cannot be pointed elsewhere. */
function ask(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const get = url.protocol === 'https:' ? getSecure : getPlain
  get(
    url,
    {
      signal,
      agent: false,
      headers: { Accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', 'User-Agent': 'Caravan' },
      lookup: (_host, options, found) => {
        const family = isIP(address)
        if (options.all) found(null, [{ address, family }])
        else found(null, address, family)
      },
    },
    resolve,
  ).on('error', reject)
  return promise
}

/** A host name may take its time; what nobody waits for any more says nothing. */
function orLate<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new NotFetched('it took longer than 30 s', true)), { once: true })
  })
  return Promise.race([work, late])
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > BYTES_MAX) throw new NotFetched('it is larger than 10 MB')
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > BYTES_MAX) throw new NotFetched('it is larger than 10 MB')
    parts.push(part)
  }
  if (!answer.complete) throw new NotFetched('its answer broke off', true)
  return Buffer.concat(parts)
}

/**
 * Fetches the bytes at an address that somebody else has written.
 *
 * @throws NotFetched with the reason
 */
export async function fetchPhotograph(address: string, net: Internet = internet, patience = PATIENCE): Promise<Buffer> {
  const signal = AbortSignal.timeout(patience)
  let url = checked(address)
  try {
    for (let hops = 0; hops <= REDIRECTS; hops++) {
      const answer = await ask(url, await orLate(addressOf(url, net), signal), signal)
      try {
        const { statusCode = 0, headers } = answer
        if (statusCode === 200) return await bodyOf(answer)
        if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
          throw new NotFetched(`the answer is ${statusCode}`, statusCode >= 500 || statusCode === 429)
        url = checked(headers.location, url)
      } finally {
        answer.destroy()
      }
    }
  } catch (error) {
    if (error instanceof NotFetched) throw error
    if (signal.aborted) throw new NotFetched('it took longer than 30 s', true)
    throw new NotFetched(error instanceof Error ? error.message : String(error), true)
  }
  throw new NotFetched(`it leads on more than ${REDIRECTS} times`)
}
