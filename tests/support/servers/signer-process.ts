import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from '#server/signer/log/log.ts'
import { signerPlace, type SignerPlace } from '#server/signer/place.ts'
import { sealSeed } from '#server/signer/seed.ts'

const SCRIPT = fileURLToPath(new URL('../../../scripts/signer.ts', import.meta.url))

/** The seed of a test's signer, and the passphrase that seals it. */
export const SEED = new Uint8Array(32).fill(42)
export const PASSPHRASE = 'a passphrase of a test'

/** A cheap cost of scrypt, for a quick start. */
export const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

/** A signer in a process of its own, with a folder of its own. */
export interface SignerProcess {
  place: SignerPlace
  /** Writes its settings, which it reads at its next start. */
  configure(config: object): Promise<void>
  /** Starts it; resolves when it listens. */
  start(): Promise<void>
  /** Kills it without warning. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Makes the folder of a signer with these settings, without starting it. */
export async function createSignerProcess(config: object): Promise<SignerProcess> {
  const root = await mkdtemp(join(tmpdir(), 'caravan-signer-'))
  const env = { ...process.env, SIGNER_DIR: join(root, 'signer') }
  const place = signerPlace(env)
  await mkdir(place.folder, { mode: 0o700 })
  await writeFile(place.seed, await sealSeed(SEED, PASSPHRASE, CHEAP))
  await createLog(place.log)
  const configure = (settings: object): Promise<void> => writeFile(place.config, JSON.stringify(settings))
  await configure(config)
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    place,
    configure,
    async start() {
      const started = spawn(process.execPath, [SCRIPT, 'run'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
      child = started
      started.stdin.end(`${PASSPHRASE}\n`)
      for await (const text of started.stdout) if (String(text).includes('listens')) return
      throw new Error('The signer ended before it listened')
    },
    kill: () => end('SIGKILL'),
    async close() {
      await end('SIGTERM')
      await rm(root, { recursive: true })
    },
  }
}
