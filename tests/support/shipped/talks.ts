/** The mutations of conversations, as they shipped: written by hand and append-only (law 6). */
export const shippedTalks = {
  'talk.send': {
    path: '/api/talk/send',
    guest: false,
    payload: {
      id: 'string',
      talk: 'string',
      to: 'integer',
      subject: [{ kind: ['order', 'product', 'store'], id: 'string' }, 'null'],
      text: 'string',
    },
  },
  'talk.show': {
    path: '/api/talk/show',
    guest: false,
    payload: {
      id: 'string',
      talk: 'string',
      to: 'integer',
      subject: [{ kind: ['order', 'product', 'store'], id: 'string' }, 'null'],
      text: 'string',
      pictures: ['string'],
    },
  },
  'talk.answer': {
    path: '/api/store/talk_answer',
    guest: false,
    payload: { id: 'string', talk: 'string', text: 'string', pictures: ['string'] },
  },
  'talk.seen': { path: '/api/store/talk_seen', guest: false, payload: { id: 'string', upTo: 'integer' } },
  'talk.read': { path: '/api/talk/read', guest: false, payload: { id: 'string', upTo: 'integer' } },
} as const
