import { randomUUID } from 'node:crypto'
import type { LocaleCode, Texts } from '#contract/text/locales.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Tx } from '../db/tables/tables.ts'

// The letterbox of the demo's buyers: a word of welcome, and a conversation with a store.

const title: Texts = {
  en: 'Welcome to the demo market',
  zh: '欢迎来到演示市场',
  ar: 'أهلًا بك في السوق التجريبي',
}
const body: Texts = {
  en: 'Order, pay with test money, write to a store: nothing here is real, and everything works. Try it in a tunnel, too.',
  zh: '下单、用测试资金付款、给店铺留言：这里的一切都不是真的，但都能用。没有网络时也请试试。',
  ar: 'اطلب وادفع بأموال تجريبية وراسل متجرًا: لا شيء هنا حقيقي، وكل شيء يعمل. جرّبه بلا شبكة أيضًا.',
}
const question: Record<LocaleCode, string> = {
  en: 'Hello! Do you pack several orders of one week into one parcel?',
  zh: '您好！一周内的多个订单可以合并成一个包裹吗？',
  ar: 'مرحبًا! هل تجمعون طلبات أسبوع واحد في طرد واحد؟',
}
const answer: Record<LocaleCode, string> = {
  en: 'Yes, if they go to one address. Write “together” into the note for the store when you order.',
  zh: '可以，只要寄往同一地址。下单时请在给店铺的备注里写“合并”。',
  ar: 'نعم، إذا كانت إلى عنوان واحد. اكتب «معًا» في الملاحظة للمتجر عند الطلب.',
}

const HOUR = 3_600_000

/** Writes each buyer a message and a conversation with a store; their rows carry the buyer's feed rev. */
export async function seedMessages(
  tx: Tx,
  buyers: readonly { id: string; language: LocaleCode; storeId: number; rev: number }[],
  now: number,
): Promise<void> {
  const at = (ago: number): string => new Date(now - ago).toISOString()
  await insertRows(
    tx,
    'messages',
    { user_id: 'uuid', kind: 'text', at: 'timestamptz', title: 'jsonb', body: 'jsonb', words: 'text', rev: 'bigint' },
    buyers.map((b) => ({
      user_id: b.id,
      kind: 'site',
      at: at(2 * HOUR),
      title,
      body,
      words: title[b.language],
      rev: b.rev,
    })),
  )
  const talks = buyers.map((b) => ({ ...b, talk: randomUUID() }))
  await insertRows(
    tx,
    'talks',
    {
      user_id: 'uuid',
      id: 'uuid',
      store_id: 'int',
      last: 'int',
      read_to: 'int',
      store_read_to: 'int',
      told_to: 'int',
      mailed_to: 'int',
      at: 'timestamptz',
      rev: 'bigint',
    },
    talks.map((t) => ({
      user_id: t.id,
      id: t.talk,
      store_id: t.storeId,
      last: 2,
      read_to: 1,
      store_read_to: 2,
      told_to: 2,
      mailed_to: 2,
      at: at(HOUR),
      rev: t.rev,
    })),
  )
  const line = (t: (typeof talks)[number], n: number, text: string, ago: number) => ({
    user_id: t.id,
    talk_id: t.talk,
    store_id: t.storeId,
    id: randomUUID(),
    n,
    mine: n === 1,
    text,
    at: at(ago),
    rev: t.rev,
  })
  await insertRows(
    tx,
    'talk_lines',
    {
      user_id: 'uuid',
      talk_id: 'uuid',
      store_id: 'int',
      id: 'uuid',
      n: 'int',
      mine: 'boolean',
      text: 'text',
      at: 'timestamptz',
      rev: 'bigint',
    },
    talks.flatMap((t) => [line(t, 1, question[t.language], 3 * HOUR), line(t, 2, answer[t.language], HOUR)]),
  )
}
