import { expose } from 'comlink'
import { createWorker } from './door.ts'
import type { Channel, Env } from './env.ts'

declare const self: DedicatedWorkerGlobalScope

function channel(name: string): Channel {
  const bus = new BroadcastChannel(name)
  return {
    post: (message) => bus.postMessage(message),
    listen: (listener) => { bus.onmessage = (event) => listener(event.data) },
    close: () => bus.close(),
  }
}

const env: Env = {
  fetch: (url, init) => fetch(url, init),
  locks: navigator.locks,
  channel,
  now: () => Date.now(),
  random: () => Math.random(),
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  online: () => navigator.onLine,
  report: (error) => console.error(error),
}

const worker = createWorker(env)
// The network's coming and going is heard here as well as on the page: each starts one probe.
self.addEventListener('online', () => void worker.flush().catch(env.report))
self.addEventListener('offline', () => void worker.flush().catch(env.report))
expose(worker)
void worker.ready().catch(env.report)
