/** The client's version (spec §9). */
export const version = '0.2.1'
