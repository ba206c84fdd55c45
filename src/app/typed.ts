// Notes which elements were touched since the screen was opened, and how. Whether that amounts to anything is judged
// where it matters (may-reload.ts), since every start carries this file.

/** The largest number of elements noted: more would change nothing. */
const TOUCHED_MAX = 200

export const touched = new Map<Element, string>()

/** Notes the elements that are typed into, chosen and pressed from now on. */
export function watchTyped(page: Pick<Document, 'addEventListener'> = document): void {
  const note = ({ type, target }: Event): void => {
    // A press does not make what was typed there a press.
    const element = target as Element
    if (touched.size < TOUCHED_MAX && (type !== 'click' || !touched.has(element))) touched.set(element, type)
  }
  for (const kind of ['input', 'change', 'click']) page.addEventListener(kind, note, true)
}

/** Another screen is shown: text typed on the one before is a draft, or gone with it. */
export const screenOpened = (): void => touched.clear()
