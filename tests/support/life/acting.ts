import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { MutationName, Payload } from '#contract/registry.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import type { TestMarket } from '../market/market.ts'
import { fileIdOf } from '../market/pictures.ts'

/** Somebody who is signed in, by calls of the API. */
export interface Acting {
  uid: string
  token: string
  /** One call, which is accepted; its data. */
  call<T = unknown>(path: string, input: object): Promise<T>
  /** One mutation of theirs, in a push from their device; or of the store of that uid, for which they act. */
  push<N extends MutationName>(name: N, payload: Payload<N>, store?: string): Promise<PushResult>
  /** Sends a picture; the id of its file. */
  send(bytes: Uint8Array, filename?: string): Promise<string>
  /** Sends a picture for a store. */
  sendFor(store: string, bytes: Uint8Array): Promise<string>
}

export function acting(market: TestMarket, { uid, token }: { uid: string; token: string }): Acting {
  const incarnation = `acts${randomUUID().replaceAll('-', '').slice(0, 12)}`
  let seq = 0
  const call: Acting['call'] = async <T>(path: string, input: object): Promise<T> => {
    const answer = await market.call(path, input, token)
    expect(answer.code, `${path}: ${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1)
    return answer.data as T
  }
  return {
    uid,
    token,
    call,
    push: async (name, payload, store = uid) => {
      const intents = [{ seq: ++seq, name, payload, createdAt: 0 }]
      const pushed = { v: 1, uid: store, incarnation, now: 0, intents }
      const { results } = await call<{ results: PushResult[] }>('/api/sync/push', pushed)
      expect(results[0]?.outcome, `${name}: ${JSON.stringify(results[0])}`).toBe('accepted')
      return results[0]!
    },
    send: async (bytes, filename = 'picture.webp') => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)]), filename)
      const request = new Request('http://market/api/index/upload', { method: 'POST', headers: { token }, body: form })
      const { code, data } = (await (await market.fetch(request)).json()) as { code: number; data: { id: string } }
      expect(code, 'upload').toBe(1)
      return data.id
    },
    sendFor: async (store, bytes) => {
      const id = fileIdOf(bytes)
      const piece = { uid: store, id, size: bytes.length, at: 0, bytes: Buffer.from(bytes).toString('base64') }
      await call('/api/file/piece', piece)
      return id
    },
  }
}
