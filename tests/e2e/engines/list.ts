import type { Engine, EngineName } from './engine.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

/** The engines beside Chromium, which Playwright drives. */
export const engines: Record<EngineName, Engine> = { firefox, webkit }
