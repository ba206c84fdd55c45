import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { AboutSigner, SignAnswer, SignedTxids, SignerAwayError, type Signer } from './protocol.ts'

/** Time limits for signing and for reading the signer's status (ms). */
const [SIGN_MS, ABOUT_MS] = [15_000, 3_000]

interface Answer {
  status: number | undefined
  body: string
}

/** Calls a signer. @throws SignerAwayError */
async function call(socketPath: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const sent = request({
    socketPath,
    method,
    path,
    headers,
    signal: AbortSignal.timeout(method === 'POST' ? SIGN_MS : ABOUT_MS),
  })
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
    return { status: answer.statusCode, body: await text(answer) }
  } catch (cause) {
    throw new SignerAwayError(`The signer on ${socketPath} cannot be reached: ${(cause as Error).message}`, { cause })
  }
}

async function ask(...args: Parameters<typeof call>): Promise<unknown> {
  const { status, body } = await call(...args)
  if (status !== 200) throw new Error(`The signer answered ${status}: ${body.slice(0, 200)}`)
  return JSON.parse(body)
}

/** The signer that listens on a socket. */
export const signerAt = (socketPath: string): Signer => ({
  sign: async (payment) => SignAnswer.parse(await ask(socketPath, 'POST', '/sign', payment)),
  sweep: async (sweep) => SignAnswer.parse(await ask(socketPath, 'POST', '/sweep', sweep)),
  gas: async (gas) => SignAnswer.parse(await ask(socketPath, 'POST', '/gas', gas)),
  signed: async (id) => SignedTxids.parse(await ask(socketPath, 'GET', `/signed/${id}`)),
  about: async () => AboutSigner.parse(await ask(socketPath, 'GET', '/about')),
})
