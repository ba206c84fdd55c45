import { centreKinds } from '#contract/messages/rules.ts'
import type { Readers } from '../../read.ts'

/** How many messages about their stores the person has not read. */
export async function storeNews({ user }: Readers): Promise<number> {
  const kinds: readonly string[] = centreKinds
  return (await user.messages.toArray()).filter(
    ({ shown }) => shown?.subject && !shown.read && !shown.deleted && kinds.includes(shown.subject.kind),
  ).length
}
