import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'

// A real browser that may be killed at any moment: a process group of its own, spoken to over the DevTools
// protocol itself, so that starting it again on the same profile costs well under a second.

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--mute-audio',
  '--remote-debugging-port=0',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  'about:blank',
]

type Json = Record<string, unknown>
type Listener = (params: Json) => void

/** The browser, or the page, went away before it answered. */
export class Gone extends Error {
  override name = 'Gone'
}

/** One target of the browser: a page, or the browser itself. */
export interface Session {
  send(method: string, params?: Json): Promise<Json>
  on(method: string, listener: Listener): void
}

export interface Chromium {
  browser: Session
  /** Attaches to a target. */
  attach(targetId: string): Promise<Session>
  /** Opens a tab; its target's name and session. */
  open(): Promise<{ targetId: string; session: Session }>
  alive(): boolean
  /** SIGKILL for all its processes at once; resolves when they are gone. */
  kill(): Promise<void>
}

async function endpointOf(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stderr!.on('data', (data) => {
      output += String(data)
      const found = /DevTools listening on (ws:\S+)/.exec(output)
      if (found) resolve(found[1]!)
    })
    child.once('exit', () => reject(new Gone(`the browser ended while starting: ${output.slice(-500)}`)))
  })
}

/** Speaks the DevTools protocol over a socket; holds the calls without an answer, and the listeners. */
class Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<
    number,
    { done(result: Json): void; fail(error: Error): void; session: string | undefined }
  >()
  readonly #listeners = new Map<string, Listener[]>()
  #last = 0
  alive = true

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#hear(String(data)))
    socket.addEventListener('close', () => this.end())
  }

  /** The browser is gone: nothing that was asked is answered any more. */
  end(): void {
    this.alive = false
    this.#fail(() => true, 'the browser is gone')
  }

  close(): void {
    this.#socket.close()
  }

  session(sessionId?: string): Session {
    return {
      send: (method, params = {}) =>
        new Promise((done, fail) => {
          if (!this.alive) return fail(new Gone('the browser is gone'))
          const id = ++this.#last
          this.#waiting.set(id, { done, fail, session: sessionId })
          this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
        }),
      on: (method, listener) => {
        const key = `${sessionId ?? ''} ${method}`
        this.#listeners.set(key, [...(this.#listeners.get(key) ?? []), listener])
      },
    }
  }

  #fail(which: (session: string | undefined) => boolean, why: string): void {
    for (const [id, { fail, session }] of this.#waiting)
      if (which(session)) {
        this.#waiting.delete(id)
        fail(new Gone(why))
      }
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as {
      id?: number
      method?: string
      params?: Json
      result?: Json
      error?: { message: string }
      sessionId?: string
    }
    if (message.id !== undefined) {
      const asked = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if (message.error) asked?.fail(new Gone(message.error.message))
      else asked?.done(message.result ?? {})
      return
    }
    if (message.method === 'Target.detachedFromTarget')
      this.#fail((session) => session === message.params?.['sessionId'], 'the page is gone')
    if (message.method === 'Inspector.targetCrashed')
      this.#fail((session) => session === message.sessionId, 'the page crashed')
    for (const tell of this.#listeners.get(`${message.sessionId ?? ''} ${message.method ?? ''}`) ?? [])
      tell(message.params ?? {})
  }
}

/** Starts a browser on a profile. */
export async function startChromium(profile: string): Promise<Chromium> {
  const path = await findChromium()
  // A killed browser leaves these files behind, and the next one would think that it still runs.
  await Promise.all(
    ['SingletonLock', 'SingletonSocket', 'SingletonCookie'].map((name) => rm(join(profile, name), { force: true })),
  )
  const child = spawn(path, [`--user-data-dir=${profile}`, ...ARGS], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  // The group that it was started in, and nothing else; also when this process ends first.
  const killGroup = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  process.on('exit', killGroup)
  const socket = new WebSocket(await endpointOf(child))
  await once(socket, 'open')
  const connection = new Connection(socket)
  const browser = connection.session()
  const attach = async (targetId: string): Promise<Session> =>
    connection.session(
      (await browser.send('Target.attachToTarget', { targetId, flatten: true }))['sessionId'] as string,
    )
  return {
    browser,
    attach,
    open: async () => {
      const { targetId } = (await browser.send('Target.createTarget', { url: 'about:blank' })) as { targetId: string }
      return { targetId, session: await attach(targetId) }
    },
    alive: () => connection.alive,
    kill: async () => {
      connection.end()
      killGroup()
      process.off('exit', killGroup)
      await exited
      connection.close()
    },
  }
}
