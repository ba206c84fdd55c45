import { personal, type Declarations } from './declaration.ts'

/** Stores have files as persons have. */
const OF_STORES = { by: 'store', why: 'A store’s own picture, such as its logo.' } as const

/** Files that people send. Pictures that stores showed in a conversation are used by nothing once that is gone. */
export const fileData: Declarations = {
  file_uses: personal({
    of: `(user_id, id, subject) in (select user_id, id, subject from file_uses where user_id = $id
      union all select u.user_id, u.id, u.subject from talks t join stores s on s.id = t.store_id
        join talk_lines l on l.user_id = t.user_id and l.talk_id = t.id and not l.mine
        join file_uses u on u.user_id = s.uid and u.subject = 'talk-line:' || t.desk_id || ':' || l.id
        where t.user_id = $id)`,
    internal: 'user_id id subject shown',
    texts: { id: OF_STORES },
  }),
  avatars: personal({ exported: 'file picture', internal: 'user_id rev' }),
  // The exported picture is that of file_contents.
  files: personal({
    exported: 'id state size have name at wasted',
    internal: 'user_id tint',
    texts: { id: OF_STORES },
  }),
  file_pieces: personal({ internal: 'user_id id at bytes sealed', sealed: { bytes: 'closed' } }),
  file_contents: personal({ internal: 'user_id id sealed bytes', texts: { id: OF_STORES, bytes: OF_STORES } }),
  // No export shows the document's number again: the applicant knows it.
  merchant_applications: personal({
    exported: `id state store_name real_name logo files code invited_by asked reason receipt sent submitted_at taken_at
      decided_at cleared_at due_at contract_version store_id`,
    internal: 'user_id name_key look_key identity contract_notified rev',
    sealed: { real_name: 'opened', receipt: 'opened', identity: 'closed' },
  }),
}
