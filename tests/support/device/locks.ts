/**
 * A LockManager of one device: Node's own spans the whole process, so that two devices would share it. Exclusive locks
 * only: queued, stolen, or had only if they are free.
 */
export class DeviceLocks {
  private held = new Map<string, { reject: (error: unknown) => void }>()
  private queues = new Map<string, (() => void)[]>()
  /** The names of all locks granted so far, in order. */
  readonly granted: string[] = []

  request = ((name: string, ...rest: unknown[]) => {
    const callback = rest.at(-1) as (lock: Lock | null) => unknown
    const options = (rest.length > 1 ? rest[0] : {}) as LockOptions
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(name) ?? []
      this.queues.set(name, queue)
      const abort = (): DOMException => new DOMException('The request was aborted.', 'AbortError')
      const grant = (): void => {
        const holder = { reject }
        this.held.set(name, holder)
        this.granted.push(name)
        const release = (): void => {
          // A lock that was stolen meanwhile belongs to another.
          if (this.held.get(name) !== holder) return
          this.held.delete(name)
          queue.shift()?.()
        }
        void Promise.resolve()
          .then(() => callback({ name, mode: 'exclusive' }))
          .then(
            (value) => {
              release()
              resolve(value as never)
            },
            (error: unknown) => {
              release()
              reject(error as Error)
            },
          )
      }
      if (options.signal?.aborted) return reject(abort())
      if (options.ifAvailable && this.held.has(name))
        return void Promise.resolve(callback(null)).then(resolve as never, reject)
      if (options.steal) {
        const robbed = this.held.get(name)
        this.held.delete(name)
        robbed?.reject(abort())
        return grant()
      }
      if (!this.held.has(name)) return grant()
      queue.push(grant)
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(grant)
        if (at >= 0) {
          queue.splice(at, 1)
          reject(abort())
        }
      })
    })
  }) as LockManager['request']

  /** Passes the locks of a tab on to the next in their queues, as the browser does when the tab ends. */
  releaseAll(names: Iterable<string>): void {
    for (const name of names) {
      this.held.delete(name)
      this.queues.get(name)?.shift()?.()
    }
  }
}
