import * as oidc from 'openid-client'
import { fetchFollowing } from '../http/fetch-following.ts'

/** A provider of identities, as the environment names it. */
export interface ProviderConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name, as people know it. */
  name: string
  /** Where it sends people back to. */
  redirectUri: string
}

/** The values that an attempt is checked against when it comes back. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

/** A person's identity at the provider. `email` only when the provider has made sure of it. */
export interface Identity {
  subject: string
  email: string | undefined
  name: string | undefined
}

/** An OpenID provider (authorization code with PKCE, state and nonce). */
export interface Provider {
  name: string
  issuer: string
  begin(): Promise<Checks & { url: string }>
  /** Undefined when the provider says no, or what came back is not what was asked for. */
  finish(came: { code: string; state: string; iss?: string | undefined }, checks: Checks): Promise<Identity | undefined>
}

/** How long the provider may take for one answer (s). */
const PATIENCE = 10
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

const textOf = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= max ? value : undefined

export function createProvider({ issuer, clientId, clientSecret, name, redirectUri }: ProviderConfig): Provider {
  let found: Promise<oidc.Configuration> | undefined
  // Asked when it is first needed: a market opens also while its provider is away.
  const configuration = (): Promise<oidc.Configuration> =>
    (found ??= oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: PATIENCE,
        [oidc.customFetch]: (url, options) => fetchFollowing(url, options as RequestInit),
        // Only on this machine, where tests and trials have theirs.
        execute: LOCAL.has(new URL(issuer).hostname) ? [oidc.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        found = undefined
        throw error
      }))
  return {
    name,
    issuer,
    begin: async () => {
      const config = await configuration()
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      })
      return { ...checks, url: url.href }
    },
    finish: async ({ code, state, iss }, checks) => {
      const config = await configuration()
      const came = new URL(redirectUri)
      came.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, came, {
          pkceCodeVerifier: checks.verifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        const more =
          claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
            : claims
        const email = textOf(more['email'], 254)?.trim().toLowerCase()
        return {
          subject: claims.sub,
          email: more['email_verified'] === true ? email : undefined,
          name: textOf(more['name'], 200),
        }
      } catch (error) {
        // The reason is for the operator alone, and without the values that were sent.
        console.warn(`Signing in with ${name} failed:`, error instanceof Error ? error.message : 'for no reason')
        return undefined
      }
    },
  }
}
