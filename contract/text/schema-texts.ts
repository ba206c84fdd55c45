import * as z from 'zod/mini'
import { locales, type LocaleCode as Code } from './locales.ts'

/** One of the languages the interface speaks. */
export const LocaleCodeSchema = z.enum(locales.map((l) => l.code) as [Code, ...Code[]])

/** A text in the languages it exists in, by language code; never empty. */
export const TextsSchema = z.record(z.string(), z.string())
