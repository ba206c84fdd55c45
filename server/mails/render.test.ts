import { describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { buyerMails, storeMails } from '#contract/messages/mail-kinds.ts'
import { render, type Sendable } from './render.ts'

const HOME = 'https://market.example'
const base: Sendable = {
  ...{ subject: 'Order 12 is on its way', text: 'Order 12 is on its way\nParcel: DHL 42', language: 'en' },
  ...{ kind: 'shipped', paths: ['/order?id=a:7'], market: 'Nile Bazaar', signOff: 'id.shipped.mac' },
}

/** The parts of a mail that a mail program would load by itself. */
const loads = (html: string): string[] =>
  html.match(/<(?:img|link|script|iframe|object)\b|url\(|@import|\bsrc=/gi) ?? []

describe('a mail', () => {
  it('says the same in plain text and HTML, with the way to its screen, to the settings, and out', () => {
    const { text, html, headers } = render(base, HOME)
    expect(text.split('\n')).toEqual([
      'Order 12 is on its way',
      'Parcel: DHL 42',
      `${HOME}/order?id=a:7`,
      '',
      '-- ',
      `Nile Bazaar · ${HOME}`,
      'You get this email because you have a Nile Bazaar account. Topic: Parcels on their way.',
      `Stop these emails: ${HOME}/api/mail/off?t=id.shipped.mac`,
      `Choose which emails you get: ${HOME}/setting?mails=1`,
    ])
    for (const href of [`${HOME}/order?id=a:7`, `${HOME}/api/mail/off?t=id.shipped.mac`, `${HOME}/setting?mails=1`])
      expect(html).toContain(`href="${href}"`)
    expect(html).toContain('Order 12 is on its way<br>\nParcel: DHL 42')
    expect(headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${HOME}/api/mail/off?t=id.shipped.mac>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  it.each(['money', 'account', 'asked', 'operator', undefined] as const)('of kind %s has no way out', (kind) => {
    const { text, html, headers } = render({ ...base, kind }, HOME)
    expect(Object.keys(headers)).toEqual(['Auto-Submitted'])
    for (const body of [text, html]) expect(body).not.toContain('/api/mail/off')
  })

  it('of a market without an address has no links', () => {
    const { text, html, headers } = render(base, undefined)
    for (const body of [text, html]) expect(body).not.toMatch(/https?:|href=/)
    expect(headers['List-Unsubscribe']).toBeUndefined()
  })

  it.each(locales)('in $code is read in its direction, loads nothing, and is seen in the dark', ({ code, dir }) => {
    const { text, html } = render({ ...base, language: code }, HOME)
    expect(html).toContain(`<html lang="${code}" dir="${dir}">`)
    expect(html).toContain(`align="${dir === 'rtl' ? 'right' : 'left'}" dir="${dir}"`)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(loads(html)).toEqual([])
    for (const body of [text, html]) expect(body).not.toMatch(/\{\{|undefined|null/)
  })

  it.each(locales)('of each kind says in $code what it is about', ({ code }) => {
    const whys = [...buyerMails, ...storeMails].map((kind) => render({ ...base, language: code, kind }, HOME).text)
    expect(new Set(whys).size).toBe(buyerMails.length + storeMails.length)
  })

  it('has the market’s colour, and the app’s own without one', () => {
    expect(render(base, HOME).html).toContain('background:#1f2a5a')
    const { html } = render({ ...base, color: '#7a1f1f' }, HOME)
    expect(html).toContain('background:#7a1f1f')
    expect(html).not.toContain('#1f2a5a')
  })

  it('shows others’ words as words', () => {
    const text = `<b>Free</b> "offer" & more\n\nhttps://evil.example/x\n\n${HOME}/withdrawStop#1.t`
    const { html } = render({ ...base, text, paths: [], market: '<Nile>' }, HOME)
    expect(html).toContain('&lt;b&gt;Free&lt;/b&gt; &quot;offer&quot; &amp; more')
    expect(html).not.toContain('href="https://evil.example')
    expect(html).toContain(`href="${HOME}/withdrawStop#1.t"`)
    expect(html).not.toContain('<Nile>')
  })

  it('gives a code room, and each of several things a link of its own', () => {
    expect(render({ ...base, text: 'Your code is\n\n012345', kind: 'asked', paths: [] }, HOME).html).toMatch(
      /dir="ltr" style="[^"]*font-size:28px[^"]*">012345</,
    )
    const both = render({ ...base, text: 'One\n\nTwo', paths: ['/a', '/b'] }, HOME)
    expect(both.text).toContain(`One\n${HOME}/a\n\nTwo\n${HOME}/b`)
    expect(both.html).not.toContain('class="act"')
    expect(render(base, HOME).html).toContain('class="act"')
  })
})
