import { afterAll } from 'vitest'
import { endWindows } from './browser.ts'

// Vitest's setup of each file of the browser tests. Its hook comes after those of the file.

afterAll(endWindows)
