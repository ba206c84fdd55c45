/** Whether the footer is shown on a path: on home, and on every path that holds "loan" (spec §2). */
export const showsFooter = (path: string): boolean => path === '/' || path.includes('loan')
