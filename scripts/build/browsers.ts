/** The oldest browsers that the app is built for. */
export const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5']
