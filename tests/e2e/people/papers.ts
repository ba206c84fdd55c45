import sharp from 'sharp'

/** A picture of a document: lines of letters, sharp unless it is said how unsharp. `edge` in pixels. */
export async function paper(number: number, { edge = 1200, unsharp = 0 } = {}): Promise<Buffer> {
  const lines = Array.from(
    { length: 20 },
    (_, n) =>
      `<text x="60" y="${90 + n * 40}" font-size="28" font-family="monospace">NUMBER ${number} ${n * 7919}</text>`,
  )
  const drawn = sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge * 0.75}"><rect width="100%" height="100%" fill="#eee"/>${lines.join('')}</svg>`,
    ),
  )
  return (unsharp ? drawn.blur(unsharp) : drawn).jpeg().toBuffer()
}
