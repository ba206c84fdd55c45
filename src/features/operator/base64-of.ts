/** A file's bytes in base64. @throws when it cannot be read any more */
export const base64Of = (file: File): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => failed(reader.error ?? new Error('not read')))
    reader.readAsDataURL(file)
  })
