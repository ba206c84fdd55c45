/** Whether an Accept-Encoding names a coding and does not refuse it (`q=0`). */
export function accepts(header: string | null | undefined, coding: 'br' | 'gzip'): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...params] = part.split(';').map((p) => p.trim().toLowerCase())
    return name === coding && !params.some((p) => /^q=0(?:\.0*)?$/.test(p))
  })
}

/** The best coding that an Accept-Encoding names; undefined for none. */
export const encodingFor = (header: string | null): 'br' | 'gzip' | undefined =>
  accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : undefined
