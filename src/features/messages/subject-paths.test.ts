import { expect, it } from 'vitest'
import { inCentre, subjectKinds } from '#contract/messages/rules.ts'
import { MAIL_SETTINGS, messagePath, subjectPath } from '#contract/messages/subject-paths.ts'
import { links } from '../../links/links.ts'

// Mails lead where messages do: the server has the paths from the contract, and they are those of the screens.

const ID = '5f0bf0af-0000-4000-8000-00000000000a'
const ORDER = `${ID}:7`
const RECHARGE = 'tron:ab12:USDT'

const paths: Record<(typeof subjectKinds)[number], [id: string, href: string]> = {
  order: [ORDER, links.order(ORDER)],
  product: ['12', links.goods(12)],
  store: ['7', links.store(7)],
  talk: [ID, links.talk(ID)],
  quote: [ID, links.quote(ID)],
  sync: ['needs', links.sync('needs')],
  area: ['DE', links.addresses()],
  loan: [ID, links.loan],
  recharge: [RECHARGE, links.rechargeDetail(RECHARGE)],
  withdrawal: [ID, links.withdrawal(ID)],
  storeWithdrawal: [`7:${ID}`, links.withdrawal(ID, 7)],
  application: [ID, links.merchant],
  sale: [`7:${ORDER}`, links.sale(ORDER, 7)],
  goods: ['7:b1', links.centreProduct('b1', 7)],
  storeTalk: [`7:${ID}`, links.storeTalk(ID, 7)],
  centre: ['7:', links.centre(7)],
  request: [`7:${ID}`, links.centreRequest(ID, 7)],
}

it.each(subjectKinds)('%s leads to its screen', (kind) => {
  const [id, href] = paths[kind]
  expect(subjectPath({ kind, id })).toBe(href)
})

it.each([
  [inCentre(7, 'sale', 'a:7'), '/centre/order/a%3A7?store=7'],
  [{ kind: 'sale', id: 'a' }, undefined],
  [{ kind: 'goods', id: ':a' }, undefined],
  [{ kind: 'later', id: '1' }, undefined],
  [{ kind: 'later', id: '7:1' }, undefined],
  [null, undefined],
])('%o leads to %s', (subject, href) => {
  expect(subjectPath(subject)).toBe(href)
})

it('that mails come back leads to the settings of mails', () => {
  expect(messagePath('mailBounced', null)).toBe(MAIL_SETTINGS)
  expect(MAIL_SETTINGS).toBe(`${links.settings}?mails=1`)
  expect(messagePath('orderPaid', { kind: 'loan', id: '1' })).toBe('/loan')
})
