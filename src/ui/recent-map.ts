/** A map of at most `max` entries: a new entry replaces the least recently used one. */
export class RecentMap<V> {
  readonly #entries = new Map<string, V>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  get(key: string): V | undefined {
    if (!this.#entries.has(key)) return undefined
    const value = this.#entries.get(key)!
    this.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#max) this.#entries.delete(this.#entries.keys().next().value!)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  entries(): [string, V][] {
    return [...this.#entries]
  }

  values(): V[] {
    return [...this.#entries.values()]
  }

  get size(): number {
    return this.#entries.size
  }
}
