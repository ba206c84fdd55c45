/** The column of a table of goods in which what could not be taken over says why; read, it says nothing. */
export const PROBLEM = 'problem'
