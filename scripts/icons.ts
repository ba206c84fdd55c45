import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

// Draws the installable icons from public/icon.svg. Their output is committed: run this after a change of the drawing.

const root = fileURLToPath(new URL('../public/', import.meta.url))
const svg = await readFile(`${root}icon.svg`, 'utf8')
/** A maskable icon fills its square; the drawing stays within the safe zone (a circle of 80 %). */
const maskable = svg
  .replace(/ rx="\d+"/, '')
  .replace('<g id="drawing">', '<g id="drawing" transform="translate(66 66) scale(.742)">')
const square = svg.replace(/ rx="\d+"/, '')

const png = async (file: string, source: string, size: number): Promise<void> => {
  await writeFile(
    `${root}icons/${file}`,
    await sharp(Buffer.from(source), { density: 300 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer(),
  )
}
await png('192.png', svg, 192)
await png('512.png', svg, 512)
await png('maskable-512.png', maskable, 512)
await png('apple-touch.png', square, 180)
