// What was touched since the screen was opened, with how; whether that is anything is judged where it matters
// (may-reload.ts), since every start carries this.

/** Beyond so many nothing is noted any more: there is enough. */
const TOUCHED_MAX = 200

export const touched = new Map<Element, string>()

/** Notes from now on what is typed, chosen and pressed. */
export function watchTyped(page: Pick<Document, 'addEventListener'> = document): void {
  const note = ({ type, target }: Event): void => {
    // A press does not make what was typed there a press.
    const element = target as Element
    if (touched.size < TOUCHED_MAX && (type !== 'click' || !touched.has(element))) touched.set(element, type)
  }
  for (const kind of ['input', 'change', 'click']) page.addEventListener(kind, note, true)
}

/** Another screen is shown: what was typed on the one before is a draft, or gone with it. */
export const screenOpened = (): void => touched.clear()
