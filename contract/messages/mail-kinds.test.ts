import { describe, expect, it } from 'vitest'
import { buyerMails, isMailSwitch, mailKinds, mailSwitchOf, mailTopic, storeMails } from './mail-kinds.ts'
import { messageKinds, type MessageKind } from './kinds.ts'
import { mutableTopics } from './rules.ts'

const kinds = Object.keys(messageKinds) as MessageKind[]
const switches = [...buyerMails, ...storeMails]

describe('kinds of mails', () => {
  it('are those of some message, each switch of one list', () => {
    const used = new Set(kinds.map((kind) => mailKinds[kind]))
    expect(switches.filter((kind) => !used.has(kind))).toEqual([])
    expect(new Set(switches).size).toBe(switches.length)
  })

  it('of messages about money have no switch', () => {
    const money = kinds.filter((kind) => messageKinds[kind] === 'money')
    expect(money.filter((kind) => isMailSwitch(mailKinds[kind] ?? 'money'))).toEqual([])
  })

  it('have topics of their own, that stand for nothing else', () => {
    for (const kind of switches) expect(mailSwitchOf(mailTopic(kind))).toBe(kind)
    for (const topic of [...mutableTopics, 'mail.', 'mail.money', 'mail.account', 'mail.toString', 'Mail.shipped'])
      expect(mailSwitchOf(topic), topic).toBeUndefined()
    // The longest that a payload of message.mute takes.
    expect(switches.filter((kind) => mailTopic(kind).length > 40)).toEqual([])
  })
})
