import type { TakenOver, UnsentFile } from '#worker/api.ts'
import type { TestTab } from './world.ts'

// Unsent work in a file, as a person saves it on one device and takes it over on another.

const PASS = 'a phrase of mine'

/** The file of what waits on a device. */
export async function save(b: { tab: TestTab }, passphrase = PASS): Promise<UnsentFile> {
  const answer = await b.tab.call('unsent.export', { passphrase })
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.data
}
/** Takes a file over. */
export const take = (b: { tab: TestTab }, { bytes }: Pick<UnsentFile, 'bytes'>, passphrase = PASS) =>
  b.tab.call('unsent.import', { bytes, passphrase })
/** What came of it, without the counts of nothing. */
export async function taken(b: { tab: TestTab }, file: Pick<UnsentFile, 'bytes'>, passphrase = PASS): Promise<object> {
  const answer = await take(b, file, passphrase)
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return Object.fromEntries(Object.entries(answer.data satisfies TakenOver).filter(([, n]) => n !== 0))
}
