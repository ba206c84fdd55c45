/** The rights that an operator can be given. Desks, and calls of operators, ask for one of them. */
export const operatorRights = [
  'applications',
  'orders',
  'catalogue',
  'site',
  'people',
  'service',
  'money',
  'staff',
] as const
export type OperatorRight = (typeof operatorRights)[number]
