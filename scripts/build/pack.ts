import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/**
 * Writes beside each hashed script and style sheet its smallest brotli form, as `‹file›.br`, which takes too long to
 * make while somebody waits. Answers the bytes of all of them, plain and packed.
 */
export async function packAssets(dist: string): Promise<{ plain: number; packed: number }> {
  const names = (await readdir(`${dist}/assets`)).filter((name) => /\.(js|css)$/.test(name))
  const sizes = await Promise.all(
    names.map(async (name) => {
      const plain = await readFile(`${dist}/assets/${name}`)
      const packed = await compress(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      })
      await writeFile(`${dist}/assets/${name}.br`, packed)
      return [plain.length, packed.length] as const
    }),
  )
  const sum = (n: 0 | 1): number => sizes.reduce((all, size) => all + size[n], 0)
  return { plain: sum(0), packed: sum(1) }
}
