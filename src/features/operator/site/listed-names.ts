/** The names of a setting that is a list. */
export const listedNames = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The list with a name in it, at its end, or without. */
export const withName = (names: readonly string[], name: string, on: boolean): string[] => [
  ...names.filter((one) => one !== name),
  ...(on ? [name] : []),
]

/** The list with a name one place earlier. */
export function movedName(names: readonly string[], name: string): string[] {
  const at = names.indexOf(name)
  return at < 1 ? [...names] : names.with(at - 1, name).with(at, names[at - 1]!)
}
