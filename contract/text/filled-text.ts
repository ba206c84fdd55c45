// Operators' texts take values by name, so that they say the same as the market's settings.

/** The values that a text takes, each as {{name}}. */
export const textValues = ['market', 'operator', 'address', 'fee', 'ship', 'review'] as const
/** By name, each in the text's language; '' where the market has not stated it. */
export type TextValues = Readonly<Record<(typeof textValues)[number], string>>

const PLACE = /\{\{(\w+)\}\}/g

const isValue = (name: string): name is keyof TextValues => (textValues as readonly string[]).includes(name)

/** A text with its values; names that there are none of stay as they are. */
export const filledIn = (text: string, values: TextValues): string =>
  text.replace(PLACE, (whole, name: string) => (isValue(name) ? values[name] : whole))

/** The names in a text that no value has. */
export const strangeNames = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map((match) => match[1]!).filter((name) => !isValue(name))),
]

/** The same as `filledIn`, without the lines that need a value which the market has not stated. */
export const filledLines = (text: string, values: TextValues): string =>
  text
    .split(/\r?\n/)
    .filter((line) => ![...line.matchAll(PLACE)].some(([, name]) => isValue(name!) && values[name] === ''))
    .map((line) => filledIn(line, values))
    .join('\n')
