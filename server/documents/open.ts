import type { DocumentAddresses } from '#contract/document.ts'
import type { Bounds } from '../turns/bounds.ts'
import { readDocumentBuild } from './build.ts'
import { openRendering, type Rendering } from './rendering.ts'

/** The addresses of a build's documents, and the thread that renders them. */
export interface DocumentParts {
  addresses: DocumentAddresses
  rendering: Rendering
}

/**
 * Opens the documents of the built page in this folder, for a market at `origin`; undefined without a build, and every
 * screen is then answered with the shell.
 */
export async function openDocuments(
  root: string | undefined,
  origin: string | undefined,
  bounds: Bounds,
): Promise<DocumentParts | undefined> {
  const build = root === undefined ? undefined : readDocumentBuild(root)
  if (!build) return undefined
  const { addresses } = (await import(build.addresses)) as { addresses: DocumentAddresses }
  return { addresses, rendering: openRendering({ build, origin, bounds }) }
}
