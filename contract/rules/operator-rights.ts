/** What an operator may be given to do; each desk and each call of theirs asks for one. */
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
