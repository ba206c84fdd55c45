/** Whether a text may be an email address; the server looks closer. */
export const mayBeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())
