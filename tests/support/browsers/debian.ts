import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether Debian's packages can be installed here: apt, and the right to use it. */
export const canInstallPackages = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Runs a command that installs something; resolves to what went wrong, or undefined. */
export const install = (file: string, args: readonly string[]): Promise<string | undefined> =>
  run(file, args, {
    timeout: 400_000,
    maxBuffer: 64_000_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).then(
    () => undefined,
    (error: Error) => `${file} ${args.join(' ')}: ${error.message.split('\n')[0]}`,
  )

/**
 * Installs Debian packages; resolves to what went wrong, or undefined. The package lists are updated first: old ones
 * name old browsers.
 */
export async function installPackages(packages: readonly string[]): Promise<string | undefined> {
  const noLists = await install('apt-get', ['update'])
  const notInstalled = await install('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  return notInstalled === undefined ? undefined : [noLists, notInstalled].filter(Boolean).join('; ')
}
