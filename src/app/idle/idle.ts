/** Resolves when the page has nothing to do, or soon after. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // WebKit has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })
