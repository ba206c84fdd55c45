/** By what orders are of a day: when they were placed or paid, or a problem of theirs was reported. */
export const orderDays = ['placed', 'paid', 'reported'] as const
export type OrderDay = (typeof orderDays)[number]
