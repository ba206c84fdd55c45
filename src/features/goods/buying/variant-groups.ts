import { textIn } from '#contract/text/locales.ts'
import { groupBy } from '#contract/lists/group-by.ts'
import type { Variant } from '#contract/catalogue/schema.ts'

/** A variant under the name that tells it apart within its group. */
export interface NamedVariant {
  name: string
  variant: Variant
}

/** The variants that share their first option, such as a colour with all its sizes. */
export interface VariantGroup {
  name: string
  variants: NamedVariant[]
}

/** Between the options of a label: "Blue / EU 28". */
const BETWEEN = ' / '

/**
 * The variants by their first option, where every label has two options and each option several values; else one
 * group without a name.
 */
export function variantGroups(variants: readonly Variant[], locale: string): VariantGroup[] {
  const flat = variants.map((variant) => ({ name: textIn(variant.label, locale), variant }))
  const split = flat.map(({ name, variant }) => ({ parts: name.split(BETWEEN), variant }))
  const values = (n: number): number => new Set(split.map(({ parts }) => parts[n])).size
  const twofold = split.every(({ parts }) => parts.length === 2) && values(0) > 1 && values(1) > 1
  if (!twofold) return [{ name: '', variants: flat }]
  return [...groupBy(split, ({ parts }) => parts[0]!)].map(([name, those]) => ({
    name,
    variants: those.map(({ parts, variant }) => ({ name: parts[1]!, variant })),
  }))
}
