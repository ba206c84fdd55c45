import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { marketCommand } from '#server/operator/commands/command.ts'
import type { Market } from '../../support/servers/servers.ts'
import type { Person } from './people.ts'
import { open } from './shopper.ts'

/** Lets somebody who is signed in on a page in at the operator's desks, in whatever language the page is. */
export async function enterDesks(page: Page, url: string, market: Market, person: Person): Promise<void> {
  const { text } = await marketCommand(['operator', 'add', person.email], { DATA_DIR: market.dataDir })
  await open(page, url, '/operator')
  const form = page.locator('main form')
  const submit = form.locator('button[type=submit]')
  await form.locator('input').fill(/is (\S{5}-\S{5})\./.exec(text)![1]!)
  await submit.click()
  await form.locator('input[type=password]').fill(person.password)
  await submit.click()
  const key = form.locator('p[dir=ltr]')
  await key.waitFor()
  const secret = Secret.fromBase32((await key.textContent())!.replace(/\s/g, ''))
  await form.locator('input').last().fill(new TOTP({ secret }).generate())
  await submit.last().click()
  await page.locator('main ul li').nth(9).waitFor()
}
