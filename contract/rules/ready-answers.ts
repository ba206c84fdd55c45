// Answers that a store keeps for what its buyers often ask.

/** The most answers of one store, and the most characters of each. */
export const READY_MAX = 20
export const READY_TEXT_MAX = 500

/** One of them; its id is made on the device that wrote it. */
export interface ReadyAnswer {
  id: string
  text: string
}

/** By their ids: each as it is now, `null` where it has gone. */
export type ReadyChange = Readonly<Record<string, string | null>>

/** A store's answers after a change: those that it had stay in their places. */
export function readyAfter(answers: readonly ReadyAnswer[], change: ReadyChange): ReadyAnswer[] {
  const had = new Set(answers.map(({ id }) => id))
  const all = [...answers.map(({ id }) => id), ...Object.keys(change).filter((id) => !had.has(id))]
  const texts: ReadyChange = { ...Object.fromEntries(answers.map(({ id, text }) => [id, text])), ...change }
  return all.flatMap((id) => {
    const text = texts[id] ?? null
    return text === null ? [] : [{ id, text }]
  })
}
