/** How long Node waits for callers who send slowly (ms), and how often it looks. */
export const SERVER_OPTIONS = {
  headersTimeout: 15_000,
  /** A whole request, its body included: a full push in its compressed form takes a second on a slow phone. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}
