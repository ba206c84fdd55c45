/** Whether a text looks like an email address; the server checks it closely. */
export const mayBeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())
