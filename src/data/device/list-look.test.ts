import { expect, it, vi } from 'vitest'
import { openDevice, type DeviceStore } from '#localdb/device.ts'
import { newIdb } from '../../../tests/support/device/fake-idb.ts'
import { lookOn, type ListLook } from './list-look.ts'

const emptyDevice = (): DeviceStore => openDevice(newIdb())

/** A device whose look is read when the test says so. */
function slowDevice() {
  const { promise, resolve } = Promise.withResolvers<ListLook | undefined>()
  const device = emptyDevice()
  return { answer: resolve, device: { ...device, read: () => promise } as unknown as DeviceStore, kept: device }
}

it('is the one chosen here before; cards until the device has said it, and without any choice', async () => {
  const device = emptyDevice()
  const [, before, choose] = lookOn(device)
  expect(before()).toBe('grid')
  choose('rows')
  await vi.waitFor(async () => expect(await device.read('listLook')).toBe('rows'))
  const [subscribe, shown] = lookOn(device)
  const listener = vi.fn<() => void>()
  subscribe(listener)
  expect(shown()).toBe('grid')
  await vi.waitFor(() => expect(listener).toHaveBeenCalled())
  expect(shown()).toBe('rows')
})

it.each([undefined, 'grid'] as const)(
  'is the new one when it is chosen while the device still reads %s',
  async (old) => {
    const { answer, device, kept } = slowDevice()
    const [subscribe, shown, choose] = lookOn(device)
    const seen: ListLook[] = []
    subscribe(() => seen.push(shown()))
    choose('rows')
    answer(old)
    await vi.waitFor(async () => expect(await kept.read('listLook')).toBe('rows'))
    expect(shown()).toBe('rows')
    expect(seen).toEqual(['rows'])
  },
)

it('tells nobody who has left, and asks the device once', async () => {
  const { answer, device } = slowDevice()
  const read = vi.spyOn(device, 'read')
  const [subscribe] = lookOn(device)
  const [gone, there] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const leave = subscribe(gone)
  subscribe(there)
  leave()
  answer('rows')
  await vi.waitFor(() => expect(there).toHaveBeenCalledOnce())
  expect(gone).not.toHaveBeenCalled()
  expect(read).toHaveBeenCalledOnce()
})
