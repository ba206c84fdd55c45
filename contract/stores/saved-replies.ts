// Answers that a store keeps for what its buyers often ask.

/** The most answers of one store, and the most characters of each. */
export const SAVED_REPLIES_MAX = 20
export const REPLY_TEXT_MAX = 500

/** One of them; its id is made on the device that wrote it. */
export interface SavedReply {
  id: string
  text: string
}

/** By their ids: each as it is now, `null` where it has gone. */
export type ReplyChange = Readonly<Record<string, string | null>>

/** A store's answers after a change: those that it had stay in their places. */
export function repliesAfter(answers: readonly SavedReply[], change: ReplyChange): SavedReply[] {
  const texts = new Map(answers.map(({ id, text }) => [id, text]))
  for (const [id, text] of Object.entries(change))
    if (text === null) texts.delete(id)
    else texts.set(id, text)
  return [...texts].map(([id, text]) => ({ id, text }))
}
