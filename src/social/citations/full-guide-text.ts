import type { SiteSettings } from '../../platform/settings/site-settings.ts';
import { guideText } from './guide-text.ts';

/** Introduction of llms-full.txt: which API to use, authentication and response format. */
export function fullGuideText(site: Pick<SiteSettings, 'name' | 'description'>, base: string): string {
  return `${guideText(site, base)}

- To cite public content or answer questions from it: \`/citations\`, the pages as Markdown, and the feeds. No account, no key.
- To act for a person (post, comment, react, follow, report): the operations below \`/apis/php\`, with a token returned by the person's sign-in.
- To let people sign in to your app with their account here: the operations of "Log in with" at \`/api/oauth\`, \`/api/authorize\` and \`/api/get_user_info\`.


- App: \`X-API-Key\`, \`X-Timestamp\` (Unix time in seconds, within 300 s of now) and \`X-Signature\` (HMAC-SHA256 of the timestamp with the app's secret, in hex).
- Public app (phone, single page): \`X-API-Key\` alone, with \`X-App-Id\` or from an origin registered by the operator. Stricter limits.
- A backend trusted by the operator sends its user's address as \`X-Client-IP\`, so that limits by address apply to the user.
- Person: \`x-auth-token\`, returned by \`POST /apis/php/auth/signin\`. It has full access to the account: never log it, and never put it into a URL.
- Accounts are real: register once, and reuse the account.


- Success of \`/apis/php\`: \`{"status":"success","message":"","data":{},"has_more":false,"timestamp":"2026-01-01T00:00:00.000Z"}\`. Chat and data listings are paged by \`offset\`, counted from 0; all other lists by \`after\`, which takes the \`next_cursor\` of the previous page (null on the last page).
- Error: \`{"status":"error","message":"what is wrong, including the field","timestamp":"…"}\` with a status of 4xx.
- Too many calls: 429 with \`Retry-After\` in seconds. Wait that long.
- Temporarily unavailable: 503 with \`Retry-After\`.

# Operations
`;
}
