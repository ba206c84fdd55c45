import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { canInstallPackages, install, installPackages } from './debian.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Names under which a Chromium is on PATH, and where systems install one that is not. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const base = process.env[name]
    return base
      ? [
          join(base, 'Google/Chrome/Application/chrome.exe'),
          join(base, 'Chromium/Application/chrome.exe'),
          join(base, 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : []
  }),
}

function installed(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)))
  return [...onPath, ...(PLACES[process.platform] ?? []), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}

const SORRY = `No Chromium was found, and none could be installed. Run this once, then the tests again:
    npx playwright-core install --with-deps chromium
or point CHROME_PATH at a Chromium or Chrome of yours.`

let found: Promise<string> | undefined

/**
 * The Chromium that the browser tests drive: CHROME_PATH, an installed one, Debian's package when we are
 * root there, Playwright's own download; else an error that names the one command to run.
 */
export function findChromium(): Promise<string> {
  return (found ??= look())
}

async function look(): Promise<string> {
  const named = process.env['CHROME_PATH']
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist`)
    return named
  }
  const there = installed()
  if (there) return there
  const failures: (string | undefined)[] = []
  if (canInstallPackages()) {
    console.error('No Chromium here: installing Debian’s')
    failures.push(await installPackages(['chromium']))
    const debian = installed()
    if (debian) return debian
  }
  console.error('No Chromium here: downloading Playwright’s')
  failures.push(
    await install(process.execPath, [join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']),
  )
  const own = installed()
  if (own) return own
  throw new Error([SORRY, ...failures.filter(Boolean)].join('\n'))
}
