// The mutations of who works for a store as they shipped (tests/laws/contract/shipped-mutations.test.ts).

export const shippedMembers: Record<string, { path: string; guest: boolean; payload: unknown }> = {
  'store.notice': {
    path: '/api/store/notice',
    guest: false,
    payload: {
      'announcement?': 'string',
      'holiday?': [{ from: 'string', to: 'string' }, 'null'],
      'answers?': { '*': ['string', 'null'] },
    },
  },
  'member.add': {
    path: '/api/store/member/add',
    guest: false,
    payload: { id: 'string', code: 'string', role: ['owner', 'staff'] },
  },
  'member.end': { path: '/api/store/member/end', guest: false, payload: { id: 'string' } },
  'member.leave': { path: '/api/store/member/leave', guest: false, payload: { id: 'string' } },
}
