import type { Readers } from '../../read.ts'

// The counts that the frame shows on every screen.

/** How many lines of the cart hold pieces, without what was put aside. */
export const cartLineCount = async ({ user }: Readers): Promise<number> =>
  (await user.cartLines.toArray()).filter(({ shown }) => shown && shown.num > 0 && !shown.later).length

/** How many messages and lines of conversations the person has not read. */
export async function unreadCount({ user }: Readers): Promise<number> {
  const [messages, talks] = await Promise.all([user.messages.toArray(), user.talks.toArray()])
  return (
    messages.filter(({ shown }) => shown && !shown.read && !shown.deleted).length +
    talks.reduce((sum, { shown }) => sum + (shown && !shown.deleted ? shown.unread : 0), 0)
  )
}
