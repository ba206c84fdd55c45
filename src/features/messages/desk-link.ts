import { deskOfMessage } from '#contract/operator/desk-waits.ts'
import type { Message } from '#contract/messages/schema-rows.ts'
import { links } from '../../links/links.ts'

/** The way to the desk at which an operator has something to do; undefined for messages about something else. */
export function deskHref({ kind, values: { talk } }: Pick<Message, 'kind' | 'values'>): string | undefined {
  if (kind === 'talkHanded' && typeof talk === 'string') return links.operator('talks', { id: talk })
  const desk = deskOfMessage(kind)
  return desk === undefined ? undefined : links.operator(desk)
}
