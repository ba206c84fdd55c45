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
  let said = ''
  return new Promise((resolve, reject) => {
    child.stderr!.on('data', (data) => {
      said += String(data)
      const found = /DevTools listening on (ws:\S+)/.exec(said)
      if (found) resolve(found[1]!)
    })
    child.once('exit', () => reject(new Gone(`the browser ended while starting: ${said.slice(-500)}`)))
  })
}

/** Starts a browser on a profile. */
export async function startChromium(profile: string): Promise<Chromium> {
  const path = await findChromium()
  // What a killed one left behind, by which the next would think that it still runs.
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
  let alive = true
  let last = 0
  const waiting = new Map<number, { done(result: Json): void; fail(error: Error): void; session: string | undefined }>()
  const listeners = new Map<string, Listener[]>()
  const end = (which: (session: string | undefined) => boolean, why: string): void => {
    for (const [id, { fail, session }] of waiting)
      if (which(session)) {
        waiting.delete(id)
        fail(new Gone(why))
      }
  }
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number
      method?: string
      params?: Json
      result?: Json
      error?: { message: string }
      sessionId?: string
    }
    if (message.id !== undefined) {
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error) asked?.fail(new Gone(message.error.message))
      else asked?.done(message.result ?? {})
      return
    }
    if (message.method === 'Target.detachedFromTarget')
      end((session) => session === message.params?.['sessionId'], 'the page is gone')
    if (message.method === 'Inspector.targetCrashed')
      end((session) => session === message.sessionId, 'the page crashed')
    for (const tell of listeners.get(`${message.sessionId ?? ''} ${message.method ?? ''}`) ?? [])
      tell(message.params ?? {})
  })
  const over = (): void => {
    alive = false
    end(() => true, 'the browser is gone')
  }
  socket.addEventListener('close', over)

  const sessionOf = (sessionId: string | undefined): Session => ({
    send: (method, params = {}) =>
      new Promise((done, fail) => {
        if (!alive) return fail(new Gone('the browser is gone'))
        waiting.set(++last, { done, fail, session: sessionId })
        socket.send(JSON.stringify({ id: last, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
      }),
    on: (method, listener) => {
      const key = `${sessionId ?? ''} ${method}`
      listeners.set(key, [...(listeners.get(key) ?? []), listener])
    },
  })
  const browser = sessionOf(undefined)
  const attach = async (targetId: string): Promise<Session> =>
    sessionOf((await browser.send('Target.attachToTarget', { targetId, flatten: true }))['sessionId'] as string)
  return {
    browser,
    attach,
    open: async () => {
      const { targetId } = (await browser.send('Target.createTarget', { url: 'about:blank' })) as { targetId: string }
      return { targetId, session: await attach(targetId) }
    },
    alive: () => alive,
    kill: async () => {
      over()
      killGroup()
      process.off('exit', killGroup)
      await exited
      socket.close()
    },
  }
}
