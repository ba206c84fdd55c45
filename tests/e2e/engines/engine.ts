// One face for browsers that are driven in different ways: Firefox over WebDriver BiDi, WebKit over WebDriver.
// This file declares the abilities of a driver; a person's actions with it are written once, in person.ts.

export const engineNames = ['firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

/** One tab of a running browser. */
export interface Tab {
  /** Evaluates an expression in the page, and waits for its promise; the value is passed on as JSON. */
  run<T>(expression: string): Promise<T>
  /** Opens an address; resolves when the page has loaded, and throws when it cannot be had. */
  goto(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Clicks with the mouse, at CSS pixels from the top left of the view. */
  clickAt(x: number, y: number): Promise<void>
  /** Types a text into what has the focus. */
  write(text: string): Promise<void>
  press(key: 'Enter' | 'Tab'): Promise<void>
  /** Brings it to the front. */
  front(): Promise<void>
  close(): Promise<void>
}

/** A running browser on a profile. */
export interface RunningBrowser {
  version: string
  open(): Promise<Tab>
  alive(): boolean
  /** SIGKILL for all its processes at once; resolves when its main one is gone. */
  kill(): Promise<void>
  /** SIGKILL for the processes that run pages; the browser itself lives on. */
  crashPages(): Promise<void>
}

export interface StartOptions {
  /** Runs in each page before the page's own scripts. It may call `postToTest(text)`. */
  script?: string
  /** Hears at once, outside the browser, what a page says by `postToTest(text)`. */
  onMessage?(text: string): void
  /** Keeps nothing, as a private window. */
  private?: boolean
}

export interface Engine {
  name: EngineName | `chromium ${number}`
  /** Starts a browser on a profile's folder, which must exist. */
  start(profile: string, options?: StartOptions): Promise<RunningBrowser>
}
