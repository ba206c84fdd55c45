/** A text as any part of a LIKE pattern. */
export const containing = (text: string): string => `%${text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
