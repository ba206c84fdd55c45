import type { OperatorRight } from './operator-rights.ts'

/** The callers of the API, from the one with the fewest rights to those with a role of their own. */
export const roles = ['visitor', 'person', 'staff', 'owner', 'operator'] as const
export type Role = (typeof roles)[number]

/** The contract's conditions for a call: an endpoint's access and right, or a mutation's world. */
export interface Guard {
  access?: 'anyone' | 'optional' | 'session' | 'operator'
  right?: OperatorRight
  world?: 'store'
  only?: 'owner'
}

/**
 * The roles that may make a call. Members of a store and operators are persons, too, and a person may do everything
 * that a visitor may.
 */
export function rolesOf({ access = 'session', world, only }: Guard): readonly Role[] {
  if (world === 'store') return only === 'owner' ? ['owner'] : ['staff', 'owner']
  if (access === 'operator') return ['operator']
  return access === 'session' ? roles.slice(1) : roles
}
