/** The information of a browser about its network, where it gives any (Network Information API). */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

const connectionOf = (navigator: object): Connection => (navigator as { connection?: Connection }).connection ?? {}

/** Whether the person has asked the browser to save data (Save-Data). */
export const asksToSave = (navigator: object): boolean => connectionOf(navigator).saveData === true

/** Whether the network is slow. */
export const isSlow = (navigator: object): boolean => connectionOf(navigator).effectiveType?.endsWith('2g') ?? false
