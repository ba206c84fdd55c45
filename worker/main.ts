import { expose } from 'comlink'
import { LACKS, WITH_DOCUMENT } from '#contract/document.ts'
import { browserEnv } from './env/browser-env.ts'
import { onNotLoaded } from './env/load.ts'
import { createWorker } from './create-worker.ts'

declare const self: DedicatedWorkerGlobalScope

onNotLoaded(() => self.postMessage(LACKS))
const env = browserEnv()
const worker = createWorker(env, '', self.name === WITH_DOCUMENT)
// The network's coming and going is heard here as well as on the page: each starts one probe.
self.addEventListener('online', () => void worker.flush().catch(env.report))
self.addEventListener('offline', () => void worker.flush().catch(env.report))
expose(worker)
void worker.ready().catch(env.report)
