/** How long a browser may take to begin reading what it saves (ms). */
const READ_WITHIN = 60_000

/** Has the browser save a text or bytes as a file. */
export function saveFile(name: string, text: string | Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN)
}
