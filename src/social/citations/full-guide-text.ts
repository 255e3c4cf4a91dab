import type { SiteSettings } from '../../platform/settings/site-settings.ts';
import { guideText } from './guide-text.ts';

/** Introduction of llms-full.txt: which API to use, authentication and response format. */
export function fullGuideText(site: Pick<SiteSettings, 'name' | 'description'>, base: string): string {
  return `${guideText(site, base)}
## When to use what

- To quote or answer from what people wrote here: \`/citations\`, the pages as Markdown, and the feeds. No account, no key.
- To act for a person (post, comment, react, follow, report): the operations below \`/apis/php\`, with a token that the person's sign-in returned.
- To let people sign in to your app with their account here: the operations of "Log in with" at \`/api/oauth\`, \`/api/authorize\` and \`/api/get_user_info\`.

## Credentials

- App: \`X-API-Key\`, \`X-Timestamp\` (Unix time in seconds, within 300 s of now) and \`X-Signature\` (HMAC-SHA256 of the timestamp's text with the app's secret, in hex).
- Public app (phone, single page): \`X-API-Key\` alone, with \`X-App-Id\` or from an origin that the operator registered for it. Stricter limits.
- A backend that the operator trusts passes on its user's address as \`X-Client-IP\`, so that limits by address count the user.
- Person: \`x-auth-token\`, returned by \`POST /apis/php/auth/signin\`. It has the full powers of the account: never log it, never put it into an address.
- Accounts are real: register once, and use the same again.

## Answers

- Success of \`/apis/php\`: \`{"status":"success","message":"","data":{},"has_more":false,"timestamp":"2026-01-01T00:00:00.000Z"}\`. Chat and data listings are paged by \`offset\`, counted from 0; all other lists by \`after\`, which takes the \`next_cursor\` of the page before (null on the last).
- Refusal: \`{"status":"error","message":"what is wrong, with the field named","timestamp":"…"}\` with a status of 4xx.
- Too many calls: 429 with \`Retry-After\` in seconds. Wait that long.
- What is temporarily not possible: 503 with \`Retry-After\`.

# Operations
`;
}
