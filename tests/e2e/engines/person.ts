import { CONDITION_LIMIT } from '../../support/servers/limits.ts'
import type { Person } from '../people/people.ts'
import { missingOfShell, until } from '../people/shopper.ts'
import type { Tab } from './engine.ts'

// A person's actions in a tab of any engine. Things are found as assistive technology finds them, by role and name,
// and pressed by the mouse where they are.

/** Something on the screen: by role and name, or by a selector; `text`: only one that contains this. */
export interface Target {
  role?: 'button' | 'link' | 'textbox' | 'heading' | 'listitem' | 'status' | 'log' | 'img'
  css?: string
  name?: string | RegExp
  text?: string
  /** Within this. */
  in?: Target
}

/** Runs in the page: all elements that are the target, in the order of the document. */
const FIND = `(target) => {
  const roles = {
    button: 'button,[role=button],summary', link: 'a[href]', heading: 'h1,h2,h3,h4', listitem: 'li,[role=listitem]',
    textbox: 'input:not([type=checkbox],[type=radio]),textarea', status: '[role=status],output', log: '[role=log]',
    img: 'img,[role=img]',
  }
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
  const nameOf = (element) => clean(
    element.getAttribute('aria-label') ??
    element.getAttribute('aria-labelledby')?.split(' ')
      .map((id) => document.getElementById(id)?.textContent).join(' ') ??
    (element.labels?.length ? element.labels[0].textContent : null) ??
    element.getAttribute('alt') ?? element.textContent)
  const named = (element, { name, pattern }) =>
    pattern
      ? new RegExp(pattern.source, pattern.flags).test(nameOf(element))
      : name === undefined || nameOf(element) === name
  const find = (wanted, root) =>
    [...root.querySelectorAll(wanted.css ?? roles[wanted.role])].filter(
      (element) =>
        element.checkVisibility() &&
        named(element, wanted) &&
        (wanted.text === undefined || clean(element.textContent).includes(wanted.text)))
  return (target.in ? find(target.in, document).flatMap((each) => find(target, each)) : find(target, document))
}`

const asJson = (target: Target): object => ({
  ...target,
  ...(target.name instanceof RegExp
    ? { name: undefined, pattern: { source: target.name.source, flags: target.name.flags } }
    : {}),
  ...(target.in ? { in: asJson(target.in) } : {}),
})
const found = (target: Target): string => `(${FIND})(${JSON.stringify(asJson(target))})`

/** Evaluates a function of the elements that are the target. */
export const look = <T>(tab: Tab, target: Target, of: string): Promise<T> => tab.run<T>(`(${of})(${found(target)})`)

/** Waits until something is on the screen. */
export const see = (tab: Tab, target: Target, ms = CONDITION_LIMIT): Promise<number> =>
  until(
    () => look<number>(tab, target, '(all) => all.length'),
    (count) => count > 0,
    ms,
  ).catch(async (error: unknown) => {
    const there = await tab.run<string>(
      '[location.pathname, document.readyState, document.body.innerText || document.documentElement.outerHTML].join(" ")',
    )
    throw new Error(`${JSON.stringify(asJson(target))} is not there: ${String(error)}\n${there.slice(0, 1500)}`)
  })

/** Where the middle of something is, once nothing lies over it. */
const PLACE = `([element]) => {
  if (!element || element.disabled) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const top = document.elementFromPoint(at.x, at.y)
  return top && (element.contains(top) || top.contains(element)) ? at : null
}`

/** Presses something once it is there. */
export async function tap(tab: Tab, target: Target): Promise<void> {
  await see(tab, target)
  const at = await until(
    () => look<{ x: number; y: number } | null>(tab, target, PLACE),
    (place) => place !== null,
  )
  await tab.clickAt(at!.x, at!.y)
}

/** Replaces what stands in a field. */
export async function fill(tab: Tab, field: Target, text: string): Promise<void> {
  await tap(tab, field)
  await until(
    () => look<boolean>(tab, field, '([input]) => (input.select(), document.activeElement === input)'),
    (focused) => focused,
  )
  await tab.write(text)
  await until(
    () => look<string>(tab, field, '([input]) => input.value'),
    (value) => value === text,
  )
}

/** Opens a screen by its address, as typing it does. */
export async function open(tab: Tab, url: string): Promise<void> {
  await tab.goto(url)
  await see(tab, { role: 'heading', css: 'h1' })
  // The page has taken its document over: before that, links work and buttons do not yet.
  await until(
    () => tab.run<boolean>(`Object.keys(document.getElementById('root') ?? {}).some((k) => k.startsWith('__reactC'))`),
    (taken) => taken,
  )
}

/** Waits until the device has a product in full: it is shown from its document before that. */
export const goodsKept = (tab: Tab, id: number): Promise<boolean> =>
  until(
    () =>
      tab.run<boolean>(`new Promise((resolve) => {
        const request = indexedDB.open('caravan-catalogue')
        request.onerror = () => resolve(false)
        request.onupgradeneeded = () => request.transaction.abort()
        request.onsuccess = () => {
          const db = request.result
          const get = db.transaction('details').objectStore('details').get(${id})
          get.onsuccess = () => resolve(get.result !== undefined)
          get.onerror = () => resolve(false)
          db.close()
        }
      })`),
    (kept) => kept,
  )

/** Waits until the address has another path. */
export const leave = (tab: Tab, path: string): Promise<string> =>
  until(
    () => tab.run<string>('location.pathname'),
    (at) => at !== path,
    20_000,
  )

export async function logIn(tab: Tab, url: string, person: Person): Promise<void> {
  await open(tab, `${url}/login`)
  await fill(tab, { role: 'textbox', name: 'Email' }, person.email)
  await fill(tab, { role: 'textbox', name: 'Password' }, person.password)
  await tap(tab, { role: 'button', name: 'Log in' })
  await leave(tab, '/login')
}

/** Waits until the service worker keeps the shell: from then on the network is not needed to open. */
export async function shellKept(tab: Tab): Promise<void> {
  await tab.run('navigator.serviceWorker.ready.then(() => undefined)')
  // A page that was being loaded when it took over is its only from its next loading on.
  if (!(await tab.run<boolean>('navigator.serviceWorker.controller !== null')))
    await open(tab, await tab.run<string>('location.href'))
  await until(
    () => tab.run<boolean>('navigator.serviceWorker.controller !== null'),
    (controlled) => controlled,
  )
  await until(
    () => tab.run<string[]>(`(${missingOfShell})()`),
    (missing) => missing.length === 0,
  )
}

/** Adds a product from its screen; resolves when the app says that it is saved. */
export async function addToCart(tab: Tab, url: string, id: number): Promise<void> {
  await open(tab, `${url}/goods?id=${id}`)
  await tap(tab, { role: 'button', name: 'Add to cart' })
  await see(tab, { role: 'log', text: 'Added to cart' })
}

export async function favourite(tab: Tab, url: string, id: number, on: boolean): Promise<void> {
  const button: Target = { role: 'button', name: 'Favourite' }
  const pressed = (wanted: boolean): Promise<string | null> =>
    until(
      () => look<string | null>(tab, button, '([one]) => one?.getAttribute("aria-pressed") ?? null'),
      (value) => value === String(wanted),
    )
  await open(tab, `${url}/goods?id=${id}`)
  await pressed(!on)
  await tap(tab, button)
  await pressed(on)
}

const quantity = (title: string): Target => ({
  role: 'textbox',
  name: 'Quantity',
  in: { role: 'listitem', text: title },
})

export async function setQuantity(tab: Tab, title: string, num: number): Promise<void> {
  await fill(tab, quantity(title), String(num))
  await tab.press('Enter')
}

/** The pieces on the cart screen, by title. */
export const cartShown = (tab: Tab): Promise<Record<string, number>> =>
  look(
    tab,
    { role: 'textbox', name: 'Quantity', in: { role: 'listitem' } },
    `(fields) => Object.fromEntries(fields.map((field) =>
      [field.closest('ul').ariaLabel, Number(field.value)]))`,
  )

/** How many things on the screen carry the mark of not being at the server yet. */
export const marks = (tab: Tab): Promise<number> =>
  look(tab, { role: 'img', name: /^Waiting to be sent/ }, '(all) => all.length')
