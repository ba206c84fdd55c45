import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Builder, Capabilities, Key, type WebDriver } from 'selenium-webdriver'
import { Gone } from '../../support/browsers/cdp.ts'
import { CONDITION_LIMIT } from '../../support/servers/limits.ts'
import { freePort } from '../../support/servers/free-port.ts'
import type { Engine, RunningBrowser, StartOptions, Tab } from './engine.ts'
import { programs } from './install.ts'
import { outputMatch, startGroup } from './processes.ts'

const BROWSER = fileURLToPath(new URL('webkit-browser.py', import.meta.url))
const PATIENCE = { script: 60_000, pageLoad: 20_000, implicit: 0 }

let display: Promise<string> | undefined
/** A screen that nobody sees, one for all browsers of this process. */
const openDisplay = (): Promise<string> =>
  (display ??= (async () => {
    const { child } = startGroup(programs.xvfb, ['-displayfd', '1', '-screen', '0', '800x900x24', '-nolisten', 'tcp'])
    child.unref()
    return `:${(await outputMatch(child, /^(\d+)\n/m))[1]}`
  })())

/** Where what pages say by `postToTest` arrives: a folder with the script that runs in them, and a socket. */
async function openEar({
  script = '',
  onMessage = () => undefined,
}: StartOptions): Promise<{ args: string[]; end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'caravan-messages-'))
  const [file, path] = [join(folder, 'script.js'), join(folder, 'socket')]
  const post = '(text) => webkit.messageHandlers.postToTest.postMessage(text)'
  await writeFile(file, `globalThis.postToTest = ${post};\n${script}`)
  const server: Server = createServer((line) => {
    // The browser may die while it is connected; the messages before that still count.
    line.on('error', () => undefined)
    createInterface(line).on('line', onMessage)
  })
  server.listen(path)
  await once(server, 'listening')
  server.unref()
  return {
    args: [file, path],
    end: async () => {
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ends the wait for a command that the driver never answers, and names it. */
async function within<T>(ms: number, answer: Promise<T>, command: (driver: WebDriver) => unknown): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the driver has not answered for ${ms} ms: ${command}`)), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** A driver's session does one thing at a time, in one of its windows. */
class Windows {
  readonly #driver: WebDriver
  readonly #alive: () => boolean
  readonly #printed: () => string
  #front = ''
  #last: Promise<unknown> = Promise.resolve()

  constructor(driver: WebDriver, alive: () => boolean, printed: () => string) {
    this.#driver = driver
    this.#alive = alive
    this.#printed = printed
  }

  async within<T>(handle: string | undefined, work: (driver: WebDriver) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      if (!this.#alive()) throw new Gone('the browser is gone')
      try {
        if (handle !== undefined && this.#front !== handle) {
          await this.#driver.switchTo().window(handle)
          this.#front = handle
        }
        return await within(CONDITION_LIMIT, work(this.#driver), work)
      } catch (error) {
        const { name, message } = error as Error
        // Under load the driver ends a command without a word once in about fifty starts, whatever it was.
        const wordless = name === 'WebDriverError' && message === ''
        if (wordless || !this.#alive() || /NoSuchWindow|NoSuchSession|ECONN/.test(`${name} ${String(error)}`))
          throw new Gone(
            `${wordless ? 'the driver ended a command without a word' : String(error)}\n${this.#printed()}`,
          )
        throw error
      }
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** No window is in front any more. */
  forget(): void {
    this.#front = ''
  }
}

function tabOf(windows: Windows, handle: string): Tab {
  const act = <T>(work: (driver: WebDriver) => Promise<T>): Promise<T> => windows.within(handle, work)
  return {
    run: async (expression) => {
      const { value, error } = await act((driver) =>
        driver.executeAsyncScript<{ value: never; error?: string }>(
          `const done = arguments[arguments.length - 1]
           ;(async () => (${expression}))()
             .then((value) => done({ value }), (error) => done({ error: String(error) }))`,
        ),
      )
      if (error !== undefined) throw new Error(error)
      return value
    },
    goto: (url) => act((driver) => driver.get(url)),
    reload: () => act((driver) => driver.navigate().refresh()),
    back: () => act((driver) => driver.navigate().back()),
    clickAt: (x, y) =>
      act((driver) =>
        driver
          .actions()
          .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
          .click()
          .perform(),
      ),
    write: (text) => act((driver) => driver.actions().sendKeys(text).perform()),
    press: (key) =>
      act((driver) =>
        driver
          .actions()
          .sendKeys(key === 'Enter' ? Key.ENTER : Key.TAB)
          .perform(),
      ),
    front: () => act(async () => undefined),
    close: async () => {
      await act((driver) => driver.close())
      windows.forget()
    },
  }
}

/** Debian's WebKitGTK in a small browser of ours, driven by Selenium through WebKitWebDriver. */
export const webkit: Engine = {
  name: 'webkit',
  async start(profile, options = {}) {
    const port = await freePort()
    const ear = await openEar(options)
    const group = startGroup(programs.webkitDriver, [`--port=${port}`], { DISPLAY: await openDisplay() })
    let alive = true
    let printed = ''
    group.child.stderr!.on('data', (data) => {
      printed = (printed + String(data)).slice(-500)
    })
    const kill = async (): Promise<void> => {
      alive = false
      await group.kill()
      await ear.end()
    }
    try {
      const driver = await connect(port, [BROWSER, options.private ? 'private' : profile, ...ear.args])
      const version = (await driver.getCapabilities()).getBrowserVersion() ?? ''
      await driver.manage().setTimeouts(PATIENCE)
      const windows = new Windows(
        driver,
        () => alive,
        () => printed,
      )
      let first: string | undefined = await driver.getWindowHandle()
      return {
        version: `webkitgtk/${version}`,
        open: async () => {
          const handle =
            first ??
            (await windows.within(undefined, async (d) => {
              await d.switchTo().newWindow('tab')
              windows.forget()
              return d.getWindowHandle()
            }))
          first = undefined
          return tabOf(windows, handle)
        },
        alive: () => alive,
        kill,
        crashPages: async () => {
          for (const pid of await group.find(/WebKitWebProcess/)) process.kill(pid, 'SIGKILL')
        },
      } satisfies RunningBrowser
    } catch (error) {
      await kill()
      throw error
    }
  },
}

/** Opens a session as soon as the driver listens. */
async function connect(port: number, args: readonly string[]): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: programs.python, args },
  })
  for (const deadline = Date.now() + 20_000; ;) {
    const ready = await fetch(`http://127.0.0.1:${port}/status`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) break
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not listen')
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
  return new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
}
