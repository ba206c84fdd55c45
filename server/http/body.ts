import { gunzipSync } from 'node:zlib'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'

/** A call's input as it came with how many bytes it was once inflated, or why it cannot be read. */
export type ReadInput =
  | { ok: true; value: unknown; bytes: number }
  | { ok: false; reason: Extract<RefusalReason, 'tooLarge' | 'unreadable'> }

/**
 * Reads the input of a call: a JSON body of at most `max` bytes as sent and once inflated, gzip-compressed or not, or
 * for GET its query. Both limits are checked while reading, so that a bomb never unfolds; what says beforehand that it
 * is too large is not read at all. Where `multipart` names a part, form data is read too: that part, in base64, is a
 * field of that name.
 */
export async function readInput(request: Request, max: number, multipart?: string): Promise<ReadInput> {
  if (request.method === 'GET')
    return { ok: true, value: Object.fromEntries(new URL(request.url).searchParams), bytes: 0 }
  const encoding = request.headers.get('Content-Encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip') return { ok: false, reason: 'unreadable' }
  if (!request.body) return { ok: true, value: {}, bytes: 0 }
  if (Number(request.headers.get('Content-Length') ?? 0) > max) return { ok: false, reason: 'tooLarge' }
  let sent: Uint8Array<ArrayBuffer> | undefined
  try {
    sent = await readAll(request.body, max)
  } catch {
    // Only the transport can fail here: the caller hung up in the middle. Nobody is there to be answered, and it is no
    // fault of ours.
    return { ok: false, reason: 'unreadable' }
  }
  if (sent === undefined) return { ok: false, reason: 'tooLarge' }
  let bytes: Uint8Array = sent
  if (encoding === 'gzip') {
    try {
      // At once: it takes less time than the parsing after it, and elsewhere would queue with passwords and files for
      // four threads.
      bytes = gunzipSync(sent, { maxOutputLength: max })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      return { ok: false, reason: error.code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'unreadable' }
    }
  }
  if (bytes.byteLength === 0) return { ok: true, value: {}, bytes: 0 }
  const type = request.headers.get('Content-Type') ?? ''
  if (multipart !== undefined && /^multipart\/form-data\b/i.test(type)) return readForm(bytes, type, multipart)
  try {
    return {
      ok: true,
      value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown,
      bytes: bytes.byteLength,
    }
  } catch (error) {
    // Not UTF-8 (TypeError) or not JSON (SyntaxError); a document nested beyond the parser's depth is a RangeError.
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)
      return { ok: false, reason: 'unreadable' }
    throw error
  }
}

/** One part of multipart form data, in base64; its other parts are passed over. */
async function readForm(bytes: Uint8Array, type: string, name: string): Promise<ReadInput> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData()
    const part = form.get(name)
    if (part === null || typeof part === 'string') return { ok: false, reason: 'unreadable' }
    const base64 = Buffer.from(await part.arrayBuffer()).toString('base64')
    return { ok: true, value: { [name]: base64 }, bytes: bytes.byteLength }
  } catch (error) {
    // No form data after all.
    if (error instanceof TypeError) return { ok: false, reason: 'unreadable' }
    throw error
  }
}

/** All bytes of a stream; undefined, with the stream cancelled, as soon as they are more than `max`. */
async function readAll(stream: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    length += part.byteLength
    // Leaving the loop cancels the stream.
    if (length > max) return undefined
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts, length))
}
