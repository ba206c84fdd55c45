import { impersonal, personal, recordRows, type Declarations, type KeptText } from './declaration.ts'

/**
 * Says that a tombstone of a conversation is in its person's feed alone: the store's has forgotten it, or nobody acts
 * for the store. `table` is its name or alias.
 */
export const forgottenByStore = (table: string): string => `(${table}.store_rev = 0 or not exists (
  select from store_members m where m.store_id = ${table}.store_id and m.ended_at is null))`

/** Messages to others about somebody’s acts. */
const toOthers = (...by: KeptText['by'][]): KeptText => ({
  by: by.flat(),
  why: 'A message to others: it goes with their accounts, or after 180 days.',
})
const LEAVES = 'The members of its store hear that it is gone, and then it is deleted (purgeFeeds).'

/** Messages, watches and conversations. */
export const messageData: Declarations = {
  messages: personal({
    exported: 'id kind at is_read subject_kind subject_id params title body words deleted',
    internal: 'user_id rev',
    texts: {
      params: toOthers('operator'),
      title: toOthers('store'),
      body: toOthers('operator'),
      words: toOthers('store', 'operator'),
    },
    tombstones: 'deleted',
  }),
  message_mutes: personal({ exported: 'topic is_on at', internal: 'user_id rev', tombstones: 'not is_on' }),
  watches: personal({
    exported: 'key what product_id variant_id price currency area is_on at',
    internal: 'user_id rev',
    tombstones: 'not is_on',
  }),
  talk_lines: recordRows({
    deleted: 'store_id = 0',
    stays: LEAVES,
    exported: 'talk_id id n mine text at deleted files pictures',
    internal: 'user_id rev store_id store_rev',
    accounts: { by_person: 'number' },
    becomes: { deleted: 'true', text: "''", files: "'[]'::jsonb", pictures: "'[]'::jsonb", rev: '$rev' },
    codes: 'user_id talk_id id',
    tombstones: `deleted and ${forgottenByStore('talk_lines')}`,
  }),
  talks: recordRows({
    deleted: 'store_id = 0',
    stays: LEAVES,
    exported: 'id store_id store_name subject_kind subject_id title last read_to asked_at at deleted closed_at',
    internal: 'user_id rev desk_id store_read_to told_to mailed_to store_rev',
    accounts: { held_by: 'null' },
    texts: { store_name: { by: 'store', why: 'The name of the store that is talked with.' } },
    becomes: {
      deleted: 'true',
      asked_at: 'null',
      subject_kind: 'null',
      subject_id: 'null',
      title: 'null',
      rev: '$rev',
    },
    codes: 'user_id id desk_id',
    tombstones: `deleted and ${forgottenByStore('talks')}`,
  }),
  site_messages: impersonal(
    'id title body at done',
    { by: 'operator', why: 'What the operator tells everybody.' },
    { accounts: { reached: 'number' } },
  ),
  store_tells: impersonal('id store_id notice', {
    by: ['store', 'operator'],
    why: 'A message to the members of a store, handed out within seconds.',
  }),
}
