import { describe, expect, it } from 'vitest'
import { newIdb } from '../tests/support/device/fake-idb.ts'
import { openDevice } from './device.ts'

describe('the device store', () => {
  it('opens again after an opening that was cut off, as by site data cleared in that moment', async () => {
    const idb = newIdb()
    let cutOff = true
    const open = (name: string, version?: number): IDBOpenDBRequest => {
      if (!cutOff) return idb.indexedDB.open(name, version)
      cutOff = false
      const request = {
        error: new DOMException('The connection was closed.', 'AbortError'),
      } as unknown as IDBOpenDBRequest
      queueMicrotask(() => request.onerror?.(new Event('error')))
      return request
    }
    const store = openDevice({ ...idb, indexedDB: { open } as unknown as IDBFactory })
    await expect(store.read('id')).rejects.toThrow('closed')
    await store.write('id', () => 'a')
    expect(await store.read('id')).toBe('a')
  })
})
