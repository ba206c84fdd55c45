import { Agent, request } from 'node:http'

/** How long an answer took (ms), and whether it is a document with its screen in it. */
export interface Answered {
  ms: number
  rendered: boolean
}

/** Callers of a market, each at an address of its own as a proxy names it. */
export interface Callers {
  /** Calls the API so many times a second, at even distances whatever the answers take, for so many seconds. */
  calls(perSecond: number, seconds: number): Promise<Answered[]>
  /** Asks for documents of ever new addresses, or makes ever new calls, so many at once, until it is ended. */
  flood(atOnce: number, what: 'documents' | 'calls'): { end(): Promise<Answered[]> }
  /** Each call or document that was answered with an error, or not at all: its method and why. */
  broken(): readonly string[]
  close(): void
}

/** Asks as one of 16 million callers; the reason where there was no answer, or one that is an error. */
function askAs(agent: Agent, caller: number, url: string, body?: object): Promise<Answered | string> {
  const since = performance.now()
  const method = body ? 'POST' : 'GET'
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      resolve(`${method}: ${error.code ?? error.message}${asking.reusedSocket ? ' on a kept connection' : ''}`)
    const asking = request(url, {
      agent,
      method,
      headers: {
        'X-Forwarded-For': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`,
        'Accept-Encoding': 'gzip, br',
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
    })
    asking.on('error', failed)
    asking.on('response', (answer) => {
      answer.on('error', failed).resume()
      answer.on('end', () => {
        if (answer.statusCode! >= 500 || (body && answer.statusCode !== 200))
          resolve(`${method}: status ${answer.statusCode}`)
        // The shell says nothing about a currency.
        else resolve({ ms: performance.now() - since, rendered: answer.headers['x-currency'] !== undefined })
      })
    })
    asking.end(body && JSON.stringify(body))
  })
}

/** Makes the callers of a market that has so many products, numbered from 1. */
export function createCallers(market: string, products: number): Callers {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const broken: string[] = []
  let count = 0
  const ask = async (path: string, body?: object): Promise<Answered[]> => {
    const answer = await askAs(agent, ++count, market + path, body)
    if (typeof answer !== 'string') return [answer]
    broken.push(answer)
    return []
  }

  /** Makes one of the calls that buyers make most; `n` varies its input. */
  const call = (n: number): Promise<Answered[]> => {
    const id = 1 + (n % products)
    if (n % 4 === 0) return ask('/api/index/pro_info', { id })
    if (n % 4 === 1) return ask('/api/index/pro', { sort: 'sales', priceFrom: n })
    if (n % 4 === 2) return ask('/api/index/pro', { categoryId: 1 + (n % 12), sort: 'new', priceTo: 1_000_000 - n })
    return ask('/api/index/pro_info', { id: 1 + ((7 * n) % products) })
  }
  const document = (n: number): Promise<Answered[]> => {
    if (n % 3 === 0) return ask(`/goods?id=${1 + (n % products)}&currency=${n % 2 ? 'EUR' : 'USD'}`)
    if (n % 3 === 1) return ask(`/product?sort=sales&from=${n}`)
    return ask(`/category/${1 + (n % 12)}?to=${1_000_000 - n}`)
  }
  return {
    async calls(perSecond, seconds) {
      const under: Promise<Answered[]>[] = []
      const since = performance.now()
      for (let i = 0; i < perSecond * seconds; i++) {
        const wait = since + (i * 1000) / perSecond - performance.now()
        if (wait > 0)
          await new Promise((resolve) => {
            setTimeout(resolve, wait)
          })
        under.push(call(count))
      }
      return (await Promise.all(under)).flat()
    },
    flood(atOnce, what) {
      let ended = false
      const answers: Answered[] = []
      const one = async (): Promise<void> => {
        while (!ended) answers.push(...(await (what === 'calls' ? call : document)(count)))
      }
      const all = Promise.all(Array.from({ length: atOnce }, one))
      return {
        end: async () => {
          ended = true
          await all
          return answers
        },
      }
    },
    broken: () => broken,
    close: () => agent.destroy(),
  }
}
