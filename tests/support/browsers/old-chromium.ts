import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

// Chromiums of earlier years: the npm package @sparticuz/chromium carries a real one for Linux in each of its versions.
// They are fetched when they are first needed, by npm, and never installed: the package is no dependency.

const run = promisify(execFile)
const unpack = promisify(brotliDecompress)
/** The archives of libraries that it needs, by the names of the years. */
const LIBRARIES = /^(?:aws|al2023|swiftshader)\.tar\.br$/
const KEPT = fileURLToPath(new URL('../../../.cache/browsers', import.meta.url))

/**
 * The last that Android 7 gets, which is the baseline's (contract/baseline.ts), the one before it, and the last of
 * Android 8 and 9.
 */
const releases = {
  118: {
    version: '118.0.0',
    sha512: 'IPxVA1lgxM5VpS+l1tgLp7YH4ecd0vJeU3dndt2MDogwrCFqn7LI6PIRhy5+6rAdF0OkbiCo3Cia4RfRAW9nMg==',
  },
  119: {
    version: '119.0.2',
    sha512: 'VB6tHW13YpQ7HqyhKG1KU8Z1RIb/kfHMg8j/4ft5rk8mMvEm2YkBYFCHnj+yb0P/RPLcdgX3+VC58GuJilOtww==',
  },
  138: {
    version: '138.0.2',
    sha512: 'vs5qUiK6kFCzLCxZ2buWONcB6jdF3VWdYp6kH1tt56tZ78p51dMAxfWsfk9P62z/jAeqbVg4V6Rb3Ic4aAeOKQ==',
  },
}
export type OldChromium = keyof typeof releases

const folderOf = (release: OldChromium): string => join(KEPT, `chromium-${releases[release].version}`)

/** How one is started: its program, and the environment in which it finds its own libraries. */
export const programOf = (release: OldChromium): { path: string; env: Record<string, string> } => {
  const folder = folderOf(release)
  return { path: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: `${folder}/lib:${folder}` } }
}

const looked = new Map<OldChromium, Promise<string | undefined>>()

/** Why one cannot be had here, after trying to fetch it; undefined when it is here. */
export function missingChromium(release: OldChromium): Promise<string | undefined> {
  const known = looked.get(release) ?? look(release)
  looked.set(release, known)
  return known
}

async function look(release: OldChromium): Promise<string | undefined> {
  if (existsSync(programOf(release).path)) return undefined
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'there is one for Linux on x64 alone'
  console.error(`No Chromium ${release} here: fetching it`)
  return fetchRelease(release).then(
    () => undefined,
    (error: Error) => error.message.split('\n')[0],
  )
}

/** Fetches one beside its place, and puts it there when it is whole. */
async function fetchRelease(release: OldChromium): Promise<void> {
  const { version, sha512 } = releases[release]
  await mkdir(KEPT, { recursive: true })
  const folder = await mkdtemp(join(KEPT, 'coming-'))
  try {
    await run('npm', ['pack', `@sparticuz/chromium@${version}`, '--silent', '--pack-destination', folder])
    const packed = join(folder, `sparticuz-chromium-${version}.tgz`)
    const sum = createHash('sha512')
      .update(await readFile(packed))
      .digest('base64')
    if (sum !== sha512) throw new Error(`@sparticuz/chromium@${version} has another checksum: ${sum}`)
    await run('tar', ['-xzf', packed, '-C', folder])
    const made = join(folder, 'made')
    await mkdir(made)
    const bin = join(folder, 'package/bin')
    const read = async (name: string): Promise<Buffer> => unpack(await readFile(join(bin, name)))
    await writeFile(join(made, 'chromium'), await read('chromium.br'), { mode: 0o755 })
    // The libraries that a bare Linux lacks: those of the network's security, and those that draw without a card.
    for (const name of (await readdir(bin)).filter((one) => LIBRARIES.test(one))) {
      await writeFile(join(folder, name), await read(name))
      await run('tar', ['-xf', join(folder, name), '-C', made])
    }
    await rename(made, folderOf(release)).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster.
      if (!existsSync(programOf(release).path)) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
