import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { signerAt } from '#server/signer/protocol/client.ts'
import { signerPlace } from '#server/signer/place.ts'

// Creates, queries, stops and checks a signer with the commands of docs/signer.md.

const [script = 'scripts/signer.ts'] = process.argv.slice(2)
const PASSPHRASE = 'correct horse battery'
const root = await mkdtemp(join(tmpdir(), 'caravan-signer-'))
const env = { ...process.env, SIGNER_DIR: join(root, 'signer') }

function begin(command: string, ...lines: string[]): ChildProcess {
  const child = spawn(process.execPath, [script, command], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  return child
}

/** Runs a command to its end; resolves to its output. */
async function run(command: string, ...lines: string[]): Promise<string> {
  const child = begin(command, ...lines)
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`)
  return output
}

try {
  if (!(await run('init', PASSPHRASE, PASSPHRASE, '')).includes('24. ')) throw new Error('init showed no words')
  if (!(await run('keys', PASSPHRASE)).startsWith('ETHEREUM_XPUB=xpub')) throw new Error('keys showed no public key')
  const signer = begin('run', PASSPHRASE)
  const ended = once(signer, 'exit')
  await once(signer.stdout!, 'data')
  console.log('accepted keys:', (await signerAt(signerPlace(env).socket).about()).keys.length)
  signer.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`run ended with ${String(code)}`)
  console.log(await run('check', PASSPHRASE))
} finally {
  await rm(root, { recursive: true, force: true })
}
