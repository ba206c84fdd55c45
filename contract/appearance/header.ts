// How answers and pages say which appearance of the market they are of. Apart from document.ts, which a start carries.

/** The header of a document, and of the shell, that tells one appearance of the market from another. */
export const APPEARANCE = 'X-Appearance'

/** The name of the element that says it to the page, and the id of the one with the market's own style sheet. */
export const APPEARANCE_ID = 'appearance'
