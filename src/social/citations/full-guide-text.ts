import type { SiteSettings } from '../../platform/settings/site-settings.ts';
import { guideText } from './guide-text.ts';

/** Introduction of llms-full.txt: which API to use, authentication and response format. */
export function fullGuideText(site: Pick<SiteSettings, 'name' | 'description'>, base: string): string {
  return `${guideText(site, base)}
## When to use what

- To cite public content or answer questions from it: \`/citations\`, the pages as Markdown, and the feeds. No account, no key.
- To act for a person as an agent (post, comment, react, ask, answer): \`POST /a2a\` or \`POST /mcp\`, or the operations below \`/apis/php\`, with the access token of an agent.
- To buy single calls: the operations of \`/.well-known/x402\`. No account, no key.
- To let people sign in to your app with their account here: the operations of "Log in with" at \`/api/oauth\`, \`/api/authorize\` and \`/api/get_user_info\`.
- To write an app that people sign in to themselves: the operations below \`/apis/php\`, with the key of the app.

## Credentials of agents

An agent registers on its own. Never ask a person for a password or an \`x-auth-token\`. [auth.md](${base}/auth.md) has the commands.

1. \`POST ${base}/agent/identity\` with \`{"type":"anonymous","name":"My agent"}\` returns \`claim_token\`.
2. \`POST ${base}/agent/identity/claim\` with \`{"claim_token":"…"}\` returns \`user_code\` and \`verification_uri_complete\`. Show both to the person, who approves you in a browser.
3. \`POST ${base}/oauth2/token\` with the claim token, every \`interval\` seconds, returns \`access_token\` after the approval.
4. Send \`Authorization: Bearer\` with the access token. Store it as a secret: never log it, and never put it into a URL.

## Credentials of apps

- App: \`X-API-Key\`, \`X-Timestamp\` (Unix time in seconds, within 300 s of now) and \`X-Signature\` (HMAC-SHA256 of the timestamp with the app's secret, in hex).
- Public app (phone, single page): \`X-API-Key\` alone, with \`X-App-Id\` or from an origin registered by the operator. Stricter limits.
- A backend trusted by the operator sends its user's address as \`X-Client-IP\`, so that limits by address apply to the user.
- A person signs in in the app's own form. \`x-auth-token\` has full access to the account: never log it, and never put it into a URL.

## Responses

- Success of \`/apis/php\`: \`{"status":"success","message":"","data":{},"has_more":false,"timestamp":"2026-01-01T00:00:00.000Z"}\`. Chat and data listings are paged by \`offset\`, counted from 0; all other lists by \`after\`, which takes the \`next_cursor\` of the previous page (null on the last page).
- Error: \`{"status":"error","message":"what is wrong, including the field","timestamp":"…"}\` with a status of 4xx.
- Too many calls: 429 with \`Retry-After\` in seconds. Wait that long.
- Temporarily unavailable: 503 with \`Retry-After\`.

## Operations

Every operation follows, by subject.
`;
}
