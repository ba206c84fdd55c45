/** Rows of a person in one table: how they are found, and what becomes of them with the account. */
export interface Personal {
  /** SQL over the person's id ($id) and address ($email). */
  of: string
  /** `deleted` with the account; `kept` without a name, because others hold the same record; else `emptied`. */
  end: 'deleted' | 'kept' | 'emptied'
  /** What an export says of them: every column but these; absent: they say nothing that the person does not have. */
  without?: readonly string[]
}

const own = 'user_id = $id'
const itsOwn = (without: readonly string[] = []): Personal => ({
  of: own,
  end: 'deleted',
  without: ['user_id', ...without],
})
/** What devices and market agree by: numbers and hashes. */
const bookkeeping: Personal = { of: own, end: 'deleted' }

/**
 * Every table with rows of a person's, in the order in which they are deleted. A table that is missing here is an
 * error of tests/laws/personal.test.ts: what is new is exported and deleted, or says why not.
 */
export const personal: Record<string, Personal> = {
  users: { of: 'id = $id', end: 'emptied', without: ['password_hash', 'demo', 'deleted_at', 'invited_by'] },
  // A token's hash stays, by which a device that was away learns that the account is gone.
  sessions: { of: own, end: 'emptied', without: ['user_id', 'token_hash'] },
  email_codes: { of: 'email = $email', end: 'deleted' },
  identities: itsOwn(),
  mails: { of: 'address = $email', end: 'deleted', without: ['address', 'tries', 'due_at'] },
  operators: itsOwn(['code_hash', 'code_tries', 'code_until']),
  second_factors: itsOwn(['secret', 'last_step']),
  recovery_codes: bookkeeping,
  social_attempts: { of: 'email = $email', end: 'deleted' },
  favourites: itsOwn(['rev']),
  follows: itsOwn(['rev']),
  cart_lines: itsOwn(['rev']),
  addresses: itsOwn(['rev', 'field_revs']),
  address_defaults: itsOwn(['rev']),
  own_lists: itsOwn(['rev']),
  list_lines: itsOwn(['rev']),
  quotes: itsOwn(['rev', 'offered_by', 'uid', 'store_rev']),
  avatars: itsOwn(['rev']),
  own_reviews: itsOwn(['rev']),
  // An accepted one is a contract, and stays as orders do: without the name.
  loans: { of: own, end: 'emptied', without: ['user_id', 'rev'] },
  // What was made of them goes with the last of them (server/files/purge.ts).
  file_pieces: bookkeeping,
  file_uses: bookkeeping,
  files: itsOwn(),
  // The document's number is sealed; whoever wrote it knows it.
  merchant_applications: itsOwn(['rev', 'identity', 'name_key', 'look_key']),
  messages: itsOwn(['rev']),
  message_mutes: itsOwn(['rev']),
  watches: itsOwn(['rev']),
  // Of those with a store its members are told that they are gone.
  talks: { of: own, end: 'emptied', without: ['user_id', 'rev', 'desk_id', 'store_read_to', 'told_to', 'store_rev'] },
  talk_lines: { of: own, end: 'emptied', without: ['user_id', 'rev', 'store_id', 'by_person', 'store_rev'] },
  // A store's other members go on seeing that somebody was one.
  store_members: { of: own, end: 'emptied', without: ['user_id', 'rev', 'person_rev'] },
  reviews: { of: own, end: 'emptied', without: ['user_id', 'replied_by', 'to_store', 'store_rev'] },
  orders: {
    of: own,
    end: 'emptied',
    without: ['user_id', 'rev', 'reserved', 'store_rev', 'late_told_at', 'release_told_at'],
  },
  order_lines: { of: 'order_id in (select id from orders where user_id = $id)', end: 'kept', without: [] },
  parcels: { of: 'order_id in (select id from orders where user_id = $id)', end: 'kept', without: ['shipped_by'] },
  // The member of the store who answered, or gave back, is the store's to know.
  order_reports: { of: own, end: 'emptied', without: ['user_id', 'store_told', 'answered_by'] },
  order_refunds: {
    of: 'order_id in (select id from orders where user_id = $id)',
    end: 'kept',
    without: ['by_person'],
  },
  ledger_postings: { of: "account = 'user:' || $id || ':available'", end: 'kept', without: [] },
  outcomes: bookkeeping,
  incarnations: bookkeeping,
  feed_stamps: bookkeeping,
  feeds: bookkeeping,
}
