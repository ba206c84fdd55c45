import { cannot } from '../operator/answer.ts'

// The imprint: the people or company behind the market and how to reach them, as an operator sets it. Each function
// reads a value as it is typed; an empty one is not shown.

/** A text of at most so many characters. @throws OperatorError */
export const readText =
  (max: number) =>
  (value: string): string => {
    if (value.length > max) throw cannot('cannot.siteText', { max })
    return value
  }

/** Nothing that a link to it would read as more than an address. */
const EMAIL = /^[^\s@<>,;:"()?&#%/]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

/** A mail address that people write to. @throws OperatorError */
export function readEmail(value: string): string {
  if (value !== '' && (value.length > 254 || !EMAIL.test(value))) throw cannot('cannot.siteEmail', { value })
  return value
}

/** A number that people call. @throws OperatorError */
export function readPhone(value: string): string {
  if (value !== '' && !/^\+?\d[\d ()./-]{3,29}$/.test(value)) throw cannot('cannot.sitePhone', { value })
  return value
}
