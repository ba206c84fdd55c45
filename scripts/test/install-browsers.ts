import { engineNames } from '../../tests/e2e/engines/engine.ts'
import { missing } from '../../tests/e2e/engines/install.ts'
import { findChromium } from '../../tests/support/browsers/chromium.ts'

// Finds the browsers of the browser tests, and installs those that are not here. Without Chromium the tests cannot run;
// a missing Firefox or WebKit is skipped by name.

console.log(await findChromium())
for (const name of engineNames) console.log(`${name}: ${(await missing(name)) ?? 'here'}`)
