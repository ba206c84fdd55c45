import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { canInstallPackages, installPackages } from '../../support/browsers/debian.ts'
import type { EngineName } from './engine.ts'

/** The programs that run the engines, where Debian's packages put them; FIREFOX_PATH names another Firefox. */
export const programs = {
  firefox: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  webkitDriver: '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  python: '/usr/bin/python3',
}

const runs = (file: string, args: readonly string[]): Promise<boolean> =>
  promisify(execFile)(file, args).then(
    () => true,
    () => false,
  )

/** The packages of an engine, and whether they are here. */
const needs: Record<EngineName, { packages: string[]; there(): boolean | Promise<boolean> }> = {
  firefox: { packages: ['firefox-esr'], there: () => existsSync(programs.firefox) },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
    there: async () =>
      existsSync(programs.webkitDriver) &&
      existsSync(programs.xvfb) &&
      (await runs(programs.python, ['-c', 'import gi; gi.require_version("WebKit2", "4.1")'])),
  },
}

const looked = new Map<EngineName, Promise<string | undefined>>()

/** Why an engine cannot be driven here, after trying to install it; undefined when it can. */
export function missing(name: EngineName): Promise<string | undefined> {
  const known = looked.get(name) ?? look(name)
  looked.set(name, known)
  return known
}

async function look(name: EngineName): Promise<string | undefined> {
  const { packages, there } = needs[name]
  if (await there()) return undefined
  const wanted = `apt-get install ${packages.join(' ')}`
  if (!canInstallPackages()) return `not installed, and only root on Debian can: ${wanted}`
  console.error(`No ${name} here: installing Debian’s`)
  const failure = await installPackages(packages)
  return (await there()) ? undefined : (failure ?? `not there after ${wanted}`)
}
