/** What a browser tells of its network, where it tells anything (Network Information API). */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

const connectionOf = (navigator: object): Connection => (navigator as { connection?: Connection }).connection ?? {}

/** Whether the person asks to save data: then only what a start needs is kept ahead. */
export const asksToSave = (navigator: object): boolean => connectionOf(navigator).saveData === true

/** Whether nothing of the catalogue may be fetched ahead: the person saves data, or the network is slow. */
export const savesData = (navigator: object): boolean =>
  asksToSave(navigator) || (connectionOf(navigator).effectiveType?.endsWith('2g') ?? false)
