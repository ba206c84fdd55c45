/** A map of at most `max` entries: the one that was longest neither read nor written gives way to a new one. */
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

  get size(): number {
    return this.#entries.size
  }
}
