import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WorkerApi } from '#worker/api/worker-api.ts'
import { supervise, type WorkerHandle, type Patience } from './supervisor.ts'
import { WorkerDied } from './worker-died.ts'

// A dead worker neither answers nor fails: these workers imitate that.

const patience: Patience = { pingEvery: 10, pingLimit: 50, startLimit: 200, troubleLimit: 20, tries: 3 }

interface TestWorker extends WorkerHandle {
  dead: boolean
  ended: boolean
  trouble(): void
  lack(): void
  calls: string[]
}

function workers(dead: (n: number) => boolean = () => false) {
  const made: TestWorker[] = []
  const spawn = (): WorkerHandle => {
    let tell = () => {}
    let tellLack = () => {}
    const never = new Promise<never>(() => {})
    const worker: TestWorker = {
      dead: dead(made.length),
      ended: false,
      calls: [],
      api: {
        ping: () => (worker.dead ? never : Promise.resolve(1)),
        mutate: (gesture: readonly { intentId: string }[]) => {
          worker.calls.push(gesture[0]!.intentId)
          return worker.dead ? never : Promise.resolve({ kind: 'saved' })
        },
      } as unknown as WorkerApi,
      terminate: () => {
        worker.ended = true
      },
      onTrouble: (listen) => {
        tell = listen
      },
      trouble: () => tell(),
      onLacking: (listen) => {
        tellLack = listen
      },
      lack: () => tellLack(),
    }
    made.push(worker)
    return worker
  }
  return { made, spawn }
}
const save = (api: WorkerApi) =>
  api.mutate([{ intentId: 'gesture-1', name: 'favourite.set', payload: { id: 1, on: true } }])

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the supervisor', () => {
  it('says whether a gesture is asked for the first time', async () => {
    const { spawn } = workers((n) => n === 0)
    const firsts: boolean[] = []
    const saving = supervise(spawn, patience).ask((api, first) => {
      firsts.push(first)
      return save(api)
    })
    await vi.advanceTimersByTimeAsync(10 * (patience.pingEvery + patience.startLimit))
    await saving
    expect(firsts).toEqual([true, false])
  })

  it('passes an answer on and pings no longer than it has to', async () => {
    const { made, spawn } = workers()
    await expect(supervise(spawn, patience).ask(save)).resolves.toEqual({ kind: 'saved' })
    expect(made).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('replaces a worker that does not answer and repeats the gesture under the same id', async () => {
    const { made, spawn } = workers((n) => n === 0)
    const replaced = vi.fn<() => void>()
    const supervisor = supervise(spawn, patience)
    supervisor.onReplaced(replaced)
    const answer = supervisor.ask(save)
    await vi.advanceTimersByTimeAsync(patience.pingEvery + patience.startLimit + 1)
    await expect(answer).resolves.toEqual({ kind: 'saved' })
    expect(made.map((worker) => worker.calls)).toEqual([['gesture-1'], ['gesture-1']])
    expect(made[0]!.ended).toBe(true)
    expect(replaced).toHaveBeenCalledTimes(1)
  })

  it('notices a worker that dies after it had answered, within the shorter limit', async () => {
    const { made, spawn } = workers()
    const supervisor = supervise(spawn, patience)
    await supervisor.ask(save)
    made[0]!.dead = true
    const answer = supervisor.ask(save)
    await vi.advanceTimersByTimeAsync(patience.pingEvery + patience.pingLimit + 1)
    await expect(answer).resolves.toEqual({ kind: 'saved' })
    expect(made).toHaveLength(2)
  })

  it('does not repeat what must be asked only once', async () => {
    const { made, spawn } = workers((n) => n === 0)
    const answer = supervise(spawn, patience).ask(save, true)
    const refused = expect(answer).rejects.toBeInstanceOf(WorkerDied)
    await vi.advanceTimersByTimeAsync(patience.pingEvery + patience.startLimit + 1)
    await refused
    expect(made.map((worker) => worker.calls.length)).toEqual([1, 0])
  })

  it('gives up after its tries instead of starting workers for ever', async () => {
    const { made, spawn } = workers(() => true)
    const answer = supervise(spawn, patience).ask(save)
    const refused = expect(answer).rejects.toBeInstanceOf(WorkerDied)
    await vi.advanceTimersByTimeAsync(10 * (patience.pingEvery + patience.startLimit))
    await refused
    expect(made).toHaveLength(patience.tries + 1)
  })

  it('looks at once when the worker reports an error, and keeps one that is alive', async () => {
    const { made, spawn } = workers()
    supervise(spawn, patience)
    made[0]!.trouble()
    await vi.advanceTimersByTimeAsync(patience.troubleLimit + 1)
    expect(made).toHaveLength(1)
    made[0]!.dead = true
    made[0]!.trouble()
    await vi.advanceTimersByTimeAsync(patience.troubleLimit + 1)
    expect(made).toHaveLength(2)
  })

  it('ends the worker when it is suspended, and asks the next one what was asked before and meanwhile', async () => {
    const { made, spawn } = workers((n) => n === 0)
    const replaced = vi.fn<() => void>()
    const supervisor = supervise(spawn, patience)
    supervisor.onReplaced(replaced)
    const answers = [supervisor.ask(save)]
    supervisor.suspend()
    answers.push(supervisor.ask(save))
    await vi.advanceTimersByTimeAsync(10 * (patience.pingEvery + patience.startLimit))
    expect(made.map((worker) => worker.ended)).toEqual([true])
    supervisor.resume()
    await expect(Promise.all(answers)).resolves.toEqual([{ kind: 'saved' }, { kind: 'saved' }])
    expect(made.map((worker) => worker.ended)).toEqual([true, false])
    expect(replaced).toHaveBeenCalledOnce()
  })

  it('replaces one that lacks a part, once no call is under way that must not be repeated', async () => {
    const { made, spawn } = workers()
    const supervisor = supervise(spawn, patience)
    const { promise, resolve } = Promise.withResolvers<string>()
    const paying = supervisor.ask(() => promise, true)
    made[0]!.lack()
    await vi.advanceTimersByTimeAsync(1)
    expect(made.map((worker) => worker.ended)).toEqual([false])
    resolve('paid')
    expect(await paying).toBe('paid')
    expect(made.map((worker) => worker.ended)).toEqual([true, false])
    await expect(supervisor.ask(save)).resolves.toEqual({ kind: 'saved' })
    // A message from the replaced worker does not affect the next one.
    made[0]!.lack()
    expect(made).toHaveLength(2)
  })

  it('passes a bug of the worker on as it is', async () => {
    const { spawn } = workers()
    await expect(supervise(spawn, patience).ask(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  })
})
