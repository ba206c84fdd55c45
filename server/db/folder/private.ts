import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { RESTORING } from './half-restored.ts'

const OTHERS = 0o077
/** The entries that a server makes in its data folder, and those that a disk mounted there has of its own. */
const OWN = new Set([
  'pglite',
  'pglite.new',
  'market.lock',
  'mail',
  'control',
  'pictures',
  'photographs',
  'keys',
  RESTORING,
  'restored.json',
  'restored.json.part',
  'lost+found',
])

const isOwn = (name: string): boolean => OWN.has(name) || name.startsWith('market.lock.')

/**
 * Makes the data folder, or closes an existing one, to everybody but this process's user: it holds password hashes,
 * addresses and balances, and the embedded database makes its files writable by everybody who can reach them. `say`
 * hears what was mended, and what could not be: a folder that also holds others' files is left as it is.
 */
export async function keepPrivate(folder: string, say: (message: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { mode } = await stat(folder)
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return
  const was = (mode & 0o7777).toString(8).padStart(4, '0')
  const others = (await readdir(folder)).filter((name) => !isOwn(name))
  if (others.length > 0) {
    say(
      `The data folder ${folder} is open to other users (mode ${was}) and holds other things too (${others.slice(0, 3).join(', ')}), so it was left as it is. Give the market a folder of its own.`,
    )
    return
  }
  try {
    await chmod(folder, 0o700)
    say(`The data folder ${folder} was open to other users (mode ${was}). Now only its owner may enter it.`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    say(
      `The data folder ${folder} is open to other users (mode ${was}), and this user may not change that. Its owner should: chmod 700 ${folder}`,
    )
  }
}
