import { audit, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { answerIn, type Asked } from '../messages/answers.ts'

/**
 * Answers in a conversation, by a command or at the operator's desk, and says so in the audit log. `line` is the UUID
 * of what is said: said once. Returns whether the conversation is there.
 */
export const answerTalk = (
  db: Db,
  talk: Pick<Asked, 'user_id' | 'id'>,
  { line, text }: { line: string; text: string },
  now: number,
  actor: Actor,
): Promise<boolean> =>
  ownerTransaction(db, talk.user_id, async (call) => {
    const said = await answerIn(call, talk, { id: line, text, at: now })
    if (said === 'said')
      // The text is the conversation's, and goes with it; the log is kept for years.
      await audit(call.tx, { ...actor, what: 'talk.answer', subject: `talk:${talk.id}`, before: null, after: { line } })
    return said !== 'gone'
  })
