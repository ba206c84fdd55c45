import type { CallInput, CallName, CallOutcome, CallOutput, Gesture, Ready } from '#worker/api/worker-api.ts'
import type { Chromium, Session } from '../../support/browsers/cdp.ts'
import type { RunningBrowser, StartOptions } from '../engines/engine.ts'

// A tab of the real page. Its worker is spoken to through its real door, by the messages that the page's own
// code sends; what it answers is told outside the browser at once.

/**
 * Runs in the page before anything of the app's: keeps hold of its worker, and asks each new one what a dead one left
 * unanswered, as the supervisor does.
 */
const HOOK = `(() => {
  const Real = Worker
  const waiting = new Map()
  let last = 0
  let current
  const ask = (id) => {
    const { method, args } = waiting.get(id)
    const argumentList = args.map((value) => ({ type: 'RAW', value }))
    current.postMessage({ id, type: 'APPLY', path: [method], argumentList })
  }
  globalThis.Worker = class extends Real {
    constructor(url, options) {
      super(url, options)
      current = this
      globalThis.spawned = (globalThis.spawned ?? 0) + 1
      this.addEventListener('message', ({ data }) => {
        const asked = waiting.get(data?.id)
        if (!asked) return
        waiting.delete(data.id)
        if (data.type === 'HANDLER') asked.fail(new Error(JSON.stringify(data.value.value)))
        else asked.done(data.value)
      })
      for (const id of waiting.keys()) ask(id)
    }
  }
  globalThis.restored = 0
  addEventListener('pageshow', (event) => { if (event.persisted) globalThis.restored++ })
  globalThis.endWorker = () => current.terminate()
  globalThis.door = (method, ...args) => new Promise((done, fail) => {
    const id = 'outside-' + (++last)
    waiting.set(id, { method, args, done, fail })
    if (current) ask(id)
  })
  globalThis.record = (gestures) => {
    for (const gesture of gestures) globalThis.door('mutate', [gesture]).then(
      (outcome) => globalThis.postToTest(JSON.stringify([gesture.intentId, outcome.kind])),
      (error) => globalThis.postToTest(JSON.stringify([gesture.intentId, 'failed', String(error)])))
  }
})()`

/** Receives the page's answer to an intent. */
export type OnAnswer = (intentId: string, kind: 'saved' | 'refused' | 'failed', why?: string) => void

export interface Tab {
  /** The DevTools session; only Chromium has one. */
  session: Session
  /** Evaluates in the page. */
  run<T>(expression: string): Promise<T>
  clickAt(x: number, y: number): Promise<void>
  close(): Promise<void>
  /** Opens a screen; resolves with whose databases are open. */
  open(path: string): Promise<Ready>
  /**
   * Asks for intents, each as a gesture of its own; the answers come by `OnAnswer`. Resolves when they have been asked
   * for.
   */
  record(gestures: readonly Gesture[]): Promise<void>
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutcome<CallOutput<N>>>
  ready(): Promise<Ready>
  /** Rows of a store of a database, read beside the app. */
  rows(db: string, store: string): Promise<Record<string, unknown>[]>
}

/** The abilities of a tab in any browser; the rest of our `Tab` is built on them. */
type Driven = Pick<Tab, 'session' | 'run' | 'clickAt' | 'close'> & { goto(url: string): Promise<void> }

/** The options for a browser of another engine: our script in each page, and the ear for its messages. */
export const startOptions = (onAnswer: OnAnswer): StartOptions => ({
  script: HOOK,
  onMessage: (text) => onAnswer(...(JSON.parse(text) as Parameters<OnAnswer>)),
})

/** Opens a tab of a browser that was started with our options. */
export async function openOther(browser: RunningBrowser, origin: string): Promise<Tab> {
  const tab = await browser.open()
  return tabOver(
    {
      run: (expression) => tab.run(expression),
      goto: (url) => tab.goto(url),
      clickAt: (x, y) => tab.clickAt(x, y),
      close: () => tab.close(),
      get session(): Session {
        throw new Error('only Chromium has a DevTools session')
      },
    },
    origin,
  )
}

/** Opens a tab of Chromium at the given origin. */
export async function openTab(chromium: Chromium, origin: string, onAnswer: OnAnswer): Promise<Tab> {
  const { targetId, session } = await chromium.open()
  const loaded: (() => void)[] = []
  session.on('Page.loadEventFired', () => {
    for (const tell of loaded.splice(0)) tell()
  })
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const [intentId, kind, why] = JSON.parse(payload as string) as Parameters<OnAnswer>
    onAnswer(intentId, kind, why)
  })
  await Promise.all([
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Inspector.enable'),
    session.send('Runtime.addBinding', { name: 'postToTest' }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: HOOK }),
  ])
  const run = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = (await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: T }; exceptionDetails?: { text: string; exception?: { description?: string } } }
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  const goto = async (url: string): Promise<void> => {
    const there = new Promise<void>((resolve) => {
      loaded.push(resolve)
    })
    await session.send('Page.navigate', { url })
    await Promise.race([
      there,
      session
        .send('Runtime.evaluate', {
          expression:
            'new Promise((r) => document.readyState === "complete" ? r() : addEventListener("load", () => r()))',
          awaitPromise: true,
        })
        .catch(() => there),
    ])
  }
  const clickAt = async (x: number, y: number): Promise<void> => {
    for (const type of ['mousePressed', 'mouseReleased'])
      await session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  }
  const close = async (): Promise<void> => {
    await chromium.browser.send('Target.closeTarget', { targetId })
  }
  return tabOver({ session, run, goto, clickAt, close }, origin)
}

function tabOver(driven: Driven, origin: string): Tab {
  const { run } = driven
  const json = JSON.stringify
  const ready = (): Promise<Ready> => run(`door('ready')`)
  return {
    get session() {
      return driven.session
    },
    run,
    clickAt: driven.clickAt,
    close: driven.close,
    open: async (path) => {
      await driven.goto(origin + path)
      return ready()
    },
    record: (gestures) => run(`record(${json(gestures)})`),
    call: (name, input) => run(`door('call', ${json(name)}, ${json(input)})`),
    ready,
    rows: (db, store) =>
      run(`new Promise((done, fail) => {
      const request = indexedDB.open(${json(db)})
      request.onupgradeneeded = () => request.transaction.abort()
      request.onerror = () => done([])
      request.onsuccess = () => {
        const all = request.result.transaction(${json(store)}).objectStore(${json(store)}).getAll()
        const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        const plain = (rows) => JSON.parse(JSON.stringify(rows, (key, value) => (isBytes(value) ? null : value)))
        all.onsuccess = () => { request.result.close(); done(plain(all.result)) }
        all.onerror = () => { request.result.close(); fail(all.error) }
      }
    })`),
  }
}
