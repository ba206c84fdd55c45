import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findChromium } from '../../tests/support/browsers/chromium.ts'
import { startMarket } from '../../tests/support/servers/servers.ts'

// The Lighthouse command of the README, on a market of its own.

const market = await startMarket()
try {
  const child = spawn(
    'npx',
    [
      '-y',
      'lighthouse@latest',
      `${market.url}/product`,
      '--only-categories=accessibility,best-practices,seo',
      '--chrome-flags=--headless --no-sandbox',
      '--output=json',
      '--output-path=.cache/reports/lighthouse.json',
      '--quiet',
    ],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, CHROME_PATH: await findChromium() },
    },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  console.log(`Lighthouse ended with ${code}`)
  process.exitCode = code ?? 1
} finally {
  await market.close()
}
