import type { Payload } from '#contract/registry.ts'

/** The subject of a new conversation, which its first line names. */
export type TalkSubject = Payload<'talk.send'>['subject']

/** A new conversation: with a store, or (`to` 0) the operator, about something or nothing. */
export interface NewTalk {
  to: number
  subject: TalkSubject
}

/** Reads a new conversation from the address (links.ask); undefined where it names none. */
export function newTalkIn(params: URLSearchParams): NewTalk | undefined {
  const to = params.get('to') ?? ''
  if (!/^\d{1,9}$/.test(to)) return undefined
  for (const kind of ['product', 'order', 'store'] as const) {
    const id = params.get(kind)
    if (id && id.length <= 60) return { to: Number(to), subject: { kind, id } }
  }
  return { to: Number(to), subject: null }
}
