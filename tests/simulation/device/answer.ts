import { gunzipSync } from 'node:zlib'

/** An answer that came whole. */
export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** An answer as fetch hands it over. */
export const whole = ({ status, headers, text }: Answer): Response => new Response(text, { status, headers })

/** The parsed body of a call; undefined when it has none. */
export function bodyOf(init: RequestInit): unknown {
  const { body } = init
  if (body === undefined || body === null) return undefined
  return JSON.parse(
    typeof body === 'string' ? body : gunzipSync(Buffer.from(body as ArrayBuffer)).toString('utf8'),
  ) as unknown
}
