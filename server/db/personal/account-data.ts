import { personal, recordRows, type Declarations } from './declaration.ts'

/** The time that a device of a deleted account may be away and still learn that the account is gone. */
const LEARNS_FOR = "interval '730 days'"

const MAILED_TO_OTHERS = {
  by: ['store', 'operator'],
  why: 'A mail to others about what happened: it goes once it is sent, or after three days.',
} as const

/** Accounts, and how they are opened. */
export const accountData: Declarations = {
  users: recordRows({
    of: 'id = $id',
    stays: 'Orders and the ledger stand under its number.',
    exported: 'id email username avatar language created_at invitation suspended_at suspended_for credentials_reset_at',
    internal: 'password_hash demo deleted_at',
    accounts: { invited_by: 'null' },
    becomes: {
      email: "$id::text || '@deleted.invalid'",
      username: "''",
      password_hash: "''",
      avatar: 'null',
      language: "'en'",
      invitation: "'deleted ' || $id::text",
      invited_by: 'null',
      suspended_at: 'null',
      suspended_for: 'null',
      credentials_reset_at: 'null',
      deleted_at: '$now',
    },
    codes: 'id',
  }),
  owners: recordRows({
    of: 'person = $id',
    stays: 'The number under which the account’s rows stand.',
    internal: 'uid person store_id',
    codes: 'uid person',
  }),
  sessions: recordRows({
    stays: 'By its token’s hash a device that was away learns that the account is gone, for two years.',
    exported: 'created_at expires_at id seen_at device proven_until social',
    internal: 'token_hash user_id',
    becomes: { device: "''", expires_at: `$now + ${LEARNS_FOR}`, proven_until: 'null' },
    codes: 'token_hash user_id id',
  }),
  email_codes: personal({
    of: 'email = $email',
    internal: 'email event code_hash attempts created_at expires_at',
  }),
  social_attempts: personal({
    of: 'email = $email or subject in (select subject from identities where user_id = $id)',
    internal: 'ticket_hash state nonce verifier subject email created_at caller',
  }),
  identities: personal({ exported: 'issuer subject created_at id email', internal: 'user_id' }),
  // The mail that tells of the deletion is written after it, and goes once it is sent, or after three days.
  mails: personal({
    of: 'address = $email',
    exported: 'id subject body created_at',
    internal: 'address tries due_at letter',
    texts: { subject: MAILED_TO_OTHERS, body: MAILED_TO_OTHERS },
  }),
  mail_notices: personal({
    exported: 'kind lines more due_at sent since last_at',
    internal: 'user_id',
    texts: { lines: MAILED_TO_OTHERS },
  }),
  mail_bounces: personal({ exported: 'address reason status said at cleared_at', internal: 'user_id' }),
  second_factors: personal({ exported: 'confirmed_at created_at', internal: 'user_id secret last_step' }),
  fund_passwords: personal({ exported: 'set_at locked_until', internal: 'user_id hash wrong' }),
  payment_quotes: personal({
    exported: 'asset numerator denominator rate_at orders until',
    internal: 'id user_id',
    codes: 'asset orders',
  }),
  recovery_codes: personal({ internal: 'user_id code_hash' }),
  operators: personal({
    exported: 'rights entered_at since',
    internal: 'user_id code_hash code_tries code_until mail_due mailed_at',
  }),
  operator_tells: personal({ internal: 'user_id what' }),
  // Acts that the person asked for, and acts about them, their application or their loan.
  pending_acts: personal({
    of: `asked_by = $id
      or $id::text in (value ->> 'person', value -> 'whom' ->> 'person', value -> 'answer' ->> 'person')
      or value -> 'decision' ->> 'id' in (select id::text from merchant_applications where user_id = $id)`,
    internal: 'id act value asked_by asked_at until alone_from',
  }),
  operator_days: personal({ of: 'operator_id = $id', internal: 'operator_id day given_back rates' }),
}

/** Numbers, hashes and keys of rows, by which devices and market agree. They are many, and the last to be deleted. */
export const syncData: Declarations = {
  // In a store's rows: which member asked for it.
  outcomes: personal({
    internal: 'user_id incarnation seq hash result rev created_at kept',
    accounts: { by_person: 'number' },
  }),
  incarnations: personal({ internal: 'user_id incarnation purged_through whole_at' }),
  feed_stamps: personal({ internal: 'user_id rev stamp at' }),
  feeds: personal({ internal: 'user_id rev stored_on stored floor stamp stored_bytes' }),
}
