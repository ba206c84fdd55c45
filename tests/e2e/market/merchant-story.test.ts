import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { filesWith, filesWithBytes, readDisk, runsOf, type Disk } from '../sync/disks.ts'
import { enterDesks } from '../people/operators.ts'
import { paper } from '../people/papers.ts'
import { newPerson, type Person } from '../people/people.ts'
import { intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'
import { choose, press } from '../people/traders.ts'

// On a phone, half of it in a tunnel: somebody fills in the form, signs the contract, sends one better picture, and has
// a store. What they are known by stands in clear on no disk: not on the phone's, the market's or the operator's.

const STORE = 'Harbour Ceramics'
const NAME = 'Ottilie Quästenberg'
const FIND = 'quästen'
const personal = ['Ottilie', 'Quästenberg', FIND, 'x 123 4567', 'X1234567']

let market: Market
let proxy: FaultProxy
let browser: Browser
let desk: Browser
let person: Person
let operator: Person
beforeAll(async () => {
  market = await startMarket()
  await marketCommand(['fee', '2.5'], { DATA_DIR: market.dataDir })
  proxy = await startFaultProxy(market.url)
  browser = await openBrowser({ viewport: { width: 360, height: 740 } })
  desk = await openBrowser()
  person = await newPerson(market)
  operator = await newPerson(market)
})
afterAll(async () => {
  await browser?.dispose()
  await desk?.dispose()
  await proxy?.close()
  await market?.close()
})

const operate = async (...args: string[]) =>
  (await marketCommand(['application', ...args], { DATA_DIR: market.dataDir })).text

/** The pieces of pictures as the phone sends them, and the ids of their files. */
const sent: { id: string; bytes: Buffer }[] = []
const page = () => browser.page()
const chosen = (count: number) =>
  until(
    () => page().locator('form img').count(),
    (shown) => shown === count,
  )

/** Fills in the form in the tunnel, with pictures of which two are no good at first. */
async function fillIn(): Promise<void> {
  await page().getByLabel('Document or passport number').fill('x 123 4567')
  await page().getByLabel('Real name').fill(NAME)
  await choose(page(), 'Store logo', await paper(1))
  await choose(page(), 'Front of the document', await paper(2, { unsharp: 9 }))
  await page().getByText('This picture looks blurred.').waitFor()
  await choose(page(), 'Front of the document', await paper(2))
  await choose(page(), 'Back of the document', await paper(3, { edge: 500 }))
  await page().getByText('This picture is too small to read.').waitFor()
  await choose(page(), 'Back of the document', await paper(3))
  await choose(page(), 'Photo of you holding the document', await paper(4))
  await chosen(4)
  await page().getByRole('checkbox').check()
  await page().locator('form[aria-busy=false]').waitFor()
}

/** Signs by keys: the pen is put down, and moved. */
async function sign(): Promise<void> {
  const field = page().getByRole('application', { name: 'Signature' })
  await field.waitFor()
  await press(page(), 'Agree and sign')
  await page().getByText("You haven't signed yet").waitFor()
  await field.focus()
  await page().keyboard.press('Space')
  for (let n = 0; n < 14; n++) await page().keyboard.press(n % 3 === 2 ? 'ArrowDown' : 'ArrowRight')
  await press(page(), 'Agree and sign')
}

let draft: Disk
it('somebody becomes a seller on a phone, half of it without a network', async () => {
  proxy.after = ({ path, body, headers }) => {
    if (path !== '/api/file/piece') return
    const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    const { id, bytes } = JSON.parse(plain.toString()) as { id: string; bytes: string }
    sent.push({ id, bytes: Buffer.from(bytes, 'base64') })
  }
  await logIn(page(), proxy.url, person)
  await open(page(), proxy.url, '/merchant')
  await press(page(), 'Submit')
  await page().getByText('Please enter the store name').waitFor()
  await page().getByText('Please enter your real name').waitFor()
  await page().getByLabel('Store name').fill(STORE)

  await shellKept(page())
  const wayOut = await intoTunnel(browser, proxy)
  await fillIn()
  // The typed and chosen values are there again after the browser was closed in the middle.
  await browser.quit()
  draft = await readDisk(browser.profile)
  await browser.reopen({ offline: true })
  await open(page(), proxy.url, '/merchant')
  await page().getByLabel('Real name').waitFor()
  expect(await page().getByLabel('Real name').inputValue()).toBe(NAME)
  expect(await page().getByRole('checkbox').isChecked()).toBe(true)
  await press(page(), 'Submit')
  // The fee is shown before they sign.
  await page()
    .getByText(/^The market charges no fee\. For orders paid from \w.+, the fee is 2\.5%/)
    .waitFor()
  await sign()
  await page().getByText('Not sent yet').waitFor()
  expect(await operate('list')).not.toContain(STORE)

  await wayOut()
  await until(
    () => operate('list'),
    (text) => text.includes(STORE),
  )
  await page().getByRole('heading', { name: 'In review' }).waitFor()
})

it('the operator looks at the document, asks for a better one, and approves', async () => {
  const board = desk.page()
  await logIn(board, market.url, operator)
  await enterDesks(board, market.url, market, operator)
  await open(board, market.url, '/operator/applications')
  await board.getByLabel('Store, name or email').fill(FIND)
  await press(board, new RegExp(`^${STORE}`))
  await board.getByText('X1234567').waitFor()
  await press(board, 'Show')
  await board.getByRole('img', { name: 'Front of the document' }).waitFor()
  await press(board, 'Show the signed contract')
  await board.getByText('Genuine: the market signed exactly this').waitFor()

  const id = (await operate('list'))
    .split('\n')
    .find((row) => row.includes(STORE))!
    .slice(0, 36)
  expect(await operate('show', id)).toContain('X1234567')
  await operate('ask', id, 'front', 'The number cannot be read.')
  await page().getByText('The number cannot be read.').waitFor()
  await choose(page(), 'Front of the document', await paper(5))
  await chosen(1)
  await press(page(), 'Submit changes')
  await until(
    () => operate('list'),
    (text) => text.includes(STORE),
  )
  await operate('approve', id)
  await page().getByRole('heading', { name: 'Review succeeded' }).waitFor()
  await page().getByText('Signed contract').click()
  await page().getByText('Genuine: the market signed exactly this').waitFor()
})

/** The market's data about the person, as exported to them: the signature, and each picture as the market keeps it. */
async function held(): Promise<{ strokes: string; logo: Buffer; documents: Buffer[] }> {
  const { data } = await market.call('/api/user/login', { email: person.email, password: person.password })
  const { token } = (data as { userinfo: { token: string } }).userinfo
  const { kinds } = (await market.call('/api/user/export', {}, token)).data as {
    kinds: { name: string; rows: Record<string, string>[] }[]
  }
  const rowsOf = (name: string) => kinds.find((kind) => kind.name === name)!.rows
  const [application] = rowsOf('merchant_applications')
  const { logo } = application!['files'] as unknown as { logo: string }
  const pictures = new Map(
    rowsOf('files').map(({ id, picture }) => [id!, Buffer.from(picture!.replace(/^.*,/, ''), 'base64')]),
  )
  expect(application!['real_name']).toBe(NAME)
  return {
    strokes: (JSON.parse(application!['receipt']!) as { strokes: string }).strokes,
    logo: pictures.get(logo)!,
    documents: [...pictures].flatMap(([id, bytes]) => (id === logo ? [] : [bytes])),
  }
}

it('no word or byte of it is in clear on a disk or in the log', async () => {
  const { strokes, logo, documents } = await held()
  await browser.quit()
  await desk.quit()
  await market.kill()
  expect(documents).toHaveLength(3)
  const words = [...personal, strokes]
  const runs = [...sent.map(({ bytes }) => bytes), ...documents].flatMap(runsOf)
  const ids = [...new Set(sent.map(({ id }) => id))]
  expect(ids).toHaveLength(5)
  const [phone, board, server, pictures] = await Promise.all(
    [browser.profile, desk.profile, market.dataDir, `${market.dataDir}/pictures/`].map((folder) => readDisk(folder)),
  )
  for (const [name, disk] of Object.entries({ draft, phone, board, server, pictures })) {
    expect([name, ...filesWith(disk!, words)]).toEqual([name])
    expect([name, ...filesWithBytes(disk!, runs)]).toEqual([name])
  }
  for (const word of words) expect(market.log()).not.toContain(word)
  // The search does find what is there in clear: what the sealed pictures are called by, the store's name, an address
  // that the browser remembers, and the bytes of the picture that everybody sees.
  expect(filesWith(draft, ids)).toEqual([expect.stringContaining('IndexedDB')])
  expect(filesWith(phone!, [STORE])).toEqual([expect.stringContaining('IndexedDB')])
  expect(filesWith(board!, [operator.email])).not.toEqual([])
  expect(filesWith(server!, [STORE])).not.toEqual([])
  expect(filesWithBytes(server!, runsOf(logo))).not.toEqual([])
  expect(market.log()).toContain(market.url)
})
