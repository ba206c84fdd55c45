import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import type { AnyEndpoint } from '#contract/registry.ts'
import type { Mutation } from '#contract/wire/mutation.ts'
import { roles, rolesOf, type Guard, type Role } from '#contract/wire/callers.ts'

/** One call with what the contract says of who may make it. */
export interface Guarded {
  name: string
  call: string
  guard: Guard
  roles: readonly Role[]
}

const guarded = (name: string, call: string, guard: Guard): Guarded => ({ name, call, guard, roles: rolesOf(guard) })

/** Every call of the contract; a new one is here by itself. */
export const roleTable: readonly Guarded[] = [
  ...Object.entries<AnyEndpoint>(endpoints).map(([name, e]) =>
    guarded(name, `${e.method} ${e.path}`, { access: e.access, ...(e.right && { right: e.right }) }),
  ),
  ...Object.entries(mutations as unknown as Record<string, Mutation>).map(([name, m]) =>
    guarded(name, `POST ${m.path}`, {
      access: 'session',
      ...(m.world && { world: m.world }),
      ...(m.only && { only: m.only }),
    }),
  ),
]

/** The table as it stands in docs/roles.md. */
export function roleDocument(): string {
  const head = ['call', ...roles]
  const rows = roleTable.map(({ name, call, guard, roles: may }) => [
    `\`${name}\` ${call}`,
    ...roles.map((role) => (may.includes(role) ? (role === 'operator' && guard.right ? guard.right : '✓') : '')),
  ])
  return [
    '# Who may call what',
    '',
    'Made from the contract; `tests/journeys/attacks/roles.test.ts` holds it true and tries each call with each role. What it',
    'should be is said by `npm run report -- roles`. **person**: anybody with a session; **staff** and **owner**: of a store; **operator**: with a proven second factor, and with the right that is named.',
    "What is another's is refused to everybody: `tests/journeys/attacks/other-peoples-ids.test.ts`.",
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
}
