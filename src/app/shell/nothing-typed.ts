/** What a field holds that nobody has typed. */
const UNTYPED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'hidden', 'range', 'color'])

/**
 * Whether every form of the page is empty. What a search was made with counts as nothing: it stands in the address,
 * and is there again after a reload.
 */
export function nothingTyped(page: Document = document, address: string = location.search): boolean {
  const searched = new Set(new URLSearchParams(address).values())
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea')
  return [...fields].every(({ type, value }) => UNTYPED.has(type) || value.trim() === '' || searched.has(value.trim()))
}
